import { beforeEach, describe, expect, test } from 'vitest';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

/** The clock moves by days, so everyone signs in again. */
const post = async (invoiceId: string, action: string, body: object) =>
  (await server.as(gym.users.manager)).post(`/invoices/${invoiceId}/${action}`, { body });
const pay = async (invoiceId: string, amount: number) =>
  expect((await post(invoiceId, 'payments', { method: 'cash', amount })).status).toBe(201);
const writeOff = async (invoiceId: string, grant?: boolean) =>
  expect(
    (await post(invoiceId, 'write-off', { reason: 'Moved away', ...(grant !== undefined && { grant }) })).status,
  ).toBe(200);

/** A plan sold by card whose card is not charged yet: $108.00. */
const sold = async () => {
  const contactId = await gym.make.contact();
  const membershipId = await gym.make.plan({ price_cents: 10_000 });
  const desk = await server.as(gym.users.admin);
  const { body } = await desk.post('/memberships/purchase', {
    body: { contactId, membershipId, startDate: '2026-11-01', autoRenew: true },
  });
  return {
    id: String(body.invoice.id),
    isGranted: async () => (await gym.books.memberships(contactId))[0]?.granted_at !== null,
    payLate: async () => {
      const intent = gym.account.intentOf(body.paymentIntent.id);
      intent.status = 'requires_payment_method';
      gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
      await gym.deliverAll();
    },
  };
};

describe('what is settled by paying and writing off is granted', () => {
  test('a purchase whose rest is written off', async () => {
    const { id, isGranted } = await sold();
    await pay(id, 90);
    expect(await isGranted()).toBe(false);
    await writeOff(id);
    expect([await isGranted(), await gym.books.invoice(id)]).toMatchObject([
      true,
      { status: 'void', paid_cents: 9_000, written_off_cents: 1_800 },
    ]);
  });

  test('not if the write-off says otherwise, and not by a later part payment either', async () => {
    const { id, isGranted } = await sold();
    const { body } = await post(id, 'payments', { method: 'card', card: 'new', amount: 20 });
    await pay(id, 50);
    await writeOff(id, false);
    const intent = gym.account.intentOf(body.paymentIntent.id);
    intent.status = 'requires_payment_method';
    gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
    expect([await isGranted(), await gym.books.invoice(id)]).toMatchObject([
      false,
      { paid_cents: 7_000, written_off_cents: 3_800 },
    ]);
  });

  test('a write-off of all of it grants nothing, unless it says so', async () => {
    const [lost, given] = [await sold(), await sold()];
    await writeOff(lost.id);
    await writeOff(given.id, true);
    expect([await lost.isGranted(), await given.isGranted()]).toEqual([false, true]);
  });

  test('a part that Stripe reports after the write-off', async () => {
    const { id, isGranted } = await sold();
    const { body } = await post(id, 'payments', { method: 'card', card: 'new', amount: 50 });
    await writeOff(id);
    const intent = gym.account.intentOf(body.paymentIntent.id);
    intent.status = 'requires_payment_method';
    gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
    for (let delivery = 0; delivery < 2; delivery += 1) await gym.deliverAll();
    expect([await isGranted(), await gym.books.invoice(id)]).toMatchObject([
      true,
      { paid_cents: 5_000, written_off_cents: 5_800 },
    ]);
  });

  test('a change of plan', async () => {
    const member = await gym.bought('2026-11-01');
    const better = {
      membership_id: await gym.make.plan({ name: 'Better' }),
      name: 'Better',
      type: 'no_contract' as const,
      contract_length_months: null,
      price_cents: 9_000,
      location_id: null,
      contract_end_date: null,
    };
    const id = await invoiceBuilders(server, gym).invoice(member.contactId, {
      kind: 'plan_change',
      status: 'open',
      total_cents: 4_000,
      due_cents: 4_000,
    });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('plan_changes')
        .values({
          ...better,
          invoice_id: id,
          company_id: gym.companyId,
          contact_membership_id: member.id,
          created_at: server.clock.now,
        })
        .execute(),
    );
    await pay(id, 30);
    await writeOff(id);
    expect(await member.row()).toMatchObject({ membershipName: 'Better' });
  });
});

describe('the renewal of a period', () => {
  const renewing = async () => {
    const member = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
    gym.setClock('2026-11-30');
    await gym.renew();
    const renewal = (await member.invoices()).find(({ status }) => status === 'overdue');
    return { ...member, renewal: String(renewal?.id) };
  };

  test('a membership with a written-off rest moves its end once, and the next period is billed', async () => {
    const { renewal, row } = await renewing();
    await pay(renewal, 40);
    await writeOff(renewal);
    expect(await row()).toMatchObject({ endDate: '2026-12-31', autoRenew: true });
    gym.setClock('2026-12-31');
    expect(await gym.renew()).toEqual({ charged: 0, declined: 1 });
  });

  test('stays where it ends if the write-off says otherwise', async () => {
    const { renewal, row } = await renewing();
    await pay(renewal, 40);
    await writeOff(renewal, false);
    expect(await row()).toMatchObject({ endDate: '2026-11-30', autoRenew: false });
  });

  test('moves the end on when Stripe reports a payment after it was given up', async () => {
    const { renewal, row } = await renewing();
    const { body } = await post(renewal, 'payments', { method: 'card', card: 'new' });
    await writeOff(renewal);
    expect(await row()).toMatchObject({ endDate: '2026-11-30', autoRenew: false });
    const intent = gym.account.intentOf(body.paymentIntent.id);
    intent.status = 'requires_payment_method';
    gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
    expect([await row(), await gym.books.invoice(renewal)]).toMatchObject([
      { endDate: '2026-12-31' },
      { status: 'paid' },
    ]);
  });
});

test('a refund at Stripe of all that was paid ends the access that a write-off granted', async () => {
  const { id, isGranted } = await sold();
  const { body } = await post(id, 'payments', { method: 'card', card: 'new', amount: 90 });
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();
  await writeOff(id);
  expect(await isGranted()).toBe(true);
  gym.account.refund(body.paymentIntent.id);
  await gym.deliverAll();
  expect(await isGranted()).toBe(false);
});

test('a receipt is emailed for what was paid before the rest was written off', async () => {
  const { id } = await sold();
  await pay(id, 90);
  await writeOff(id);
  expect((await post(id, 'receipt', { email: 'ann@member.test' })).status).toBeLessThan(300);
});
