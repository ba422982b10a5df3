import { expect, test } from 'vitest';
import { personSections } from '#server/modules/personal-data/personSections.ts';
import { readPerson } from '#server/modules/personal-data/readPerson.ts';
import { createPayingGym, payingServer } from '#tests/support/payingGym.ts';
import { readReport } from '#tests/support/reports.ts';

const { stripe, server } = await payingServer();

const days = ['2026-12-31', '2027-01-01'];
const [before, after] = ['2026-12-31T23:58:00-07:00', '2027-01-01T00:02:00-07:00'].map((at) => new Date(at)) as [
  Date,
  Date,
];

/** A card sale that is begun before midnight. */
async function begunSale() {
  server.clock.now = before;
  const gym = await createPayingGym(server, stripe, { timezone: 'America/Denver', salesTaxRate: 0 });
  const item = await gym.make.salesItem({ price_cents: 1_000 });
  const { body } = await gym.till.card([{ salesItemId: item, quantity: 1 }]);
  const list = async (path: string) => (await gym.by.admin.get(`/${path}`)).body;
  const listed = (path: string) =>
    Promise.all(days.map(async (day) => (await list(`${path}?from=${day}&to=${day}`)).pagination.total));
  const moneyOn = (figure: 'moneyIn' | 'moneyRefunded') =>
    Promise.all(
      days.map(async (day) => (await readReport(gym.by.admin, `payments?from=${day}&to=${day}`)).totals[figure]),
    );
  const succeed = async () => {
    server.clock.now = after;
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
  };
  return { gym, invoiceId: String(body.invoice.id), item, list, listed, moneyOn, succeed };
}

test('a card payment is listed on the day on which it succeeded, as in the Payments report, and until then on that on which it was begun', async () => {
  const { listed, moneyOn, succeed } = await begunSale();
  expect([await listed('payments'), await moneyOn('moneyIn')]).toEqual([
    [1, 0],
    [0, 0],
  ]);
  await succeed();
  expect([await listed('payments'), await moneyOn('moneyIn')]).toEqual([
    [0, 1],
    [0, 10],
  ]);
});

test('a payment says when it was booked, and the list and its invoice have the last booked last', async () => {
  const { gym, invoiceId, item, list, succeed } = await begunSale();
  server.clock.now = new Date(before.getTime() + 60_000);
  await gym.till.cash([{ salesItemId: item, quantity: 2 }]);
  const ofList = async () =>
    (await list('payments?sortOrder=asc')).payments.map(
      ({ payment }: { payment: { amount: number; createdAt: string; postedAt?: string } }) => [
        payment.amount,
        payment.createdAt,
        payment.postedAt,
      ],
    );
  const cash = [20, server.clock.now.toISOString(), server.clock.now.toISOString()];
  expect(await ofList()).toEqual([[10, before.toISOString(), undefined], cash]);
  await succeed();
  expect(await ofList()).toEqual([cash, [10, before.toISOString(), after.toISOString()]]);
  expect((await list(`invoices/${invoiceId}`)).payments).toMatchObject([{ postedAt: after.toISOString() }]);
});

test('a refund that waited for Stripe is listed on the day on which its money went back', async () => {
  const { gym, invoiceId, list, listed, moneyOn, succeed } = await begunSale();
  await succeed();
  await gym.by.manager.post(`/invoices/${invoiceId}/refunds`, {
    body: { destination: 'card', amount: 4, reason: 'Broken' },
  });
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('refunds').set({ created_at: before }).where('invoice_id', '=', invoiceId).execute(),
  );
  expect([await listed('refunds'), await moneyOn('moneyRefunded')]).toEqual([
    [0, 1],
    [0, 4],
  ]);
  expect((await list('refunds')).refunds[0].refund).toMatchObject({ completedAt: after.toISOString() });
});

test('the data about a person dates a payment by its booking too, and has the last booked last', async () => {
  const { gym, item, succeed } = await begunSale();
  server.clock.now = new Date(before.getTime() + 60_000);
  await gym.till.cash([{ salesItemId: item, quantity: 2 }]);
  const readDates = async () => {
    const person = await server.database.scoped([gym.companyId], (tx) => readPerson(tx, gym.contactId));
    const payments = personSections(person, gym.timezone).find(({ title }) => title === 'Payments');
    return payments?.rows.map(([date, text]) => [date, text.split(', ')[1]]);
  };
  expect(await readDates()).toEqual([
    ['Dec 31, 2026, 11:58 PM', '$10.00'],
    ['Dec 31, 2026, 11:59 PM', '$20.00'],
  ]);
  await succeed();
  expect(await readDates()).toEqual([
    ['Dec 31, 2026, 11:59 PM', '$20.00'],
    ['Jan 1, 2027, 12:02 AM', '$10.00'],
  ]);
});

test('the evidence for a dispute dates a payment by its booking too', async () => {
  const { gym, invoiceId, succeed } = await begunSale();
  await succeed();
  gym.account.dispute([...gym.account.intents.keys()].at(-1)!);
  await gym.deliverAll();
  const { body } = await gym.by.admin.get(`/invoices/${invoiceId}/dispute-evidence`);
  const receipt = body.parts.find(({ part }: { part: string }) => part === 'receipt');
  expect(receipt.rows).toContainEqual({
    label: 'Paid',
    value: expect.stringMatching(/^\$10\.00 .*, Jan 1, 2027, 12:02 AM/),
  });
});
