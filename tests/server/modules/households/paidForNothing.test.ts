import { beforeEach, expect, test } from 'vitest';
import { byMember, createBilledHousehold, type BilledHousehold } from '#tests/support/billedHousehold.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let home: BilledHousehold;
beforeEach(async () => {
  home = await createBilledHousehold(server, stripe);
});

const renewsByHand = { autoRenew: true, by: 'manual' };

/** Ben's plan starts on April 15, and is paid by a card of its own. Gives what was charged. */
async function benStartsInApril() {
  const desk = await home.operator();
  const ben = await home.gym.make.contact({ first_name: 'Ben', last_name: 'Oakley' });
  const membershipId = await home.gym.make.plan({ name: 'Youth', price_cents: 2_500 });
  const { body } = await desk.post('/memberships/purchase', {
    body: { contactId: ben, membershipId, startDate: '2027-04-15', autoRenew: true },
  });
  home.gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  await home.gym.deliverAll();
  await desk.post(`/households/${home.householdId}/members`, { body: { contactId: ben } });
  return { ben, intentId: String(body.paymentIntent.id), invoiceId: String(body.invoice.id) };
}

/** Of both, from May 15 on, in cash. */
async function billBoth() {
  await home.annWithCard();
  const { ben, intentId, invoiceId } = await benStartsInApril();
  home.setClock('2027-04-14');
  await home.renew();
  await (
    await server.as(home.gym.users.admin)
  ).put(`/companies/${home.gym.companyId}/settings`, { body: { payments: { manualInvoiceDays: 40 } } });
  home.setClock('2027-04-15');
  for (const contactId of [home.gym.contactId, ben]) {
    const { id } = await home.one(contactId);
    const { status } = await (await home.operator()).put(byMember(contactId, `${id}/renewal`), { body: renewsByHand });
    expect(status).toBe(200);
  }
  await home.renew();
  const shared = (await home.renewals()).at(-1) ?? expect.fail();
  expect(shared).toMatchObject({ status: 'open', subtotal_cents: 7_499 });
  return { ben, intentId, invoiceId, shared };
}

/** Before it is paid, Ben's plan is refunded on its first day. */
async function billBothAndTakeBenBack() {
  const { ben, intentId, shared } = await billBoth();
  home.gym.account.refund(intentId);
  await home.gym.deliverAll();
  expect(await home.one(ben)).toMatchObject({ granted_at: null });
  return { ben, shared };
}

const readNothing = async () => {
  const { body } = await (await home.operator()).get(`/attention?locationId=${home.gym.locationId}`);
  return body.items
    .filter(({ kind }: { kind: string }) => kind === 'paid_for_nothing')
    .map(({ amount, members }: { amount: number; members?: string[] }) => [amount, members]);
};

const refund = async (invoiceId: string, body: object) =>
  (
    await (
      await home.operator()
    ).post(`/invoices/${invoiceId}/refunds`, { body: { destination: 'cash', reason: 'Paid for nothing', ...body } })
  ).status;

test('the part of a member whose plan was taken back is money for nothing, and the others renew', async () => {
  const { ben, shared } = await billBothAndTakeBenBack();
  home.setClock('2027-04-20');
  const desk = await home.operator();
  expect((await desk.post(`/invoices/${shared.id}/payments`, { body: { method: 'cash' } })).status).toBe(201);
  expect(await home.one(home.gym.contactId)).toMatchObject({ end_date: '2027-06-14' });
  expect(await home.one(ben)).toMatchObject({ granted_at: null });
  expect(await readNothing()).toEqual([[27, ['Ben Oakley']]]);
  const admin = await server.as(home.gym.users.admin);
  const log = await admin.get(`/activity?recordType=invoice&recordId=${shared.id}&companyId=${home.gym.companyId}`);
  const noted = log.body.entries.filter(({ action }: { action: string }) => action === 'invoice.paid-for-nothing');
  expect(noted).toMatchObject([{ changes: [{ field: 'members', after: 'Ben Oakley' }] }]);
});

test('so is the part of a member whose plan was refunded and ended before its days, after others had paid in part', async () => {
  const { ben, invoiceId, shared } = await billBoth();
  home.setClock('2027-04-20');
  const payments = `/invoices/${shared.id}/payments`;
  const desk = await home.operator();
  expect((await desk.post(payments, { body: { method: 'cash', amount: 10 } })).status).toBe(201);
  expect(await refund(invoiceId, { destination: 'card', amount: 27, membership: 'end_now' })).toBe(201);
  await home.gym.deliverAll();
  home.setClock('2027-04-21');
  expect((await (await home.operator()).post(payments, { body: { method: 'cash' } })).status).toBe(201);
  expect(await home.one(ben)).toMatchObject({ cancels_on: '2027-04-20' });
  expect(await readNothing()).toEqual([[27, ['Ben Oakley']]]);
});

test('it needs attention until that part is refunded, and not the part of another', async () => {
  const { shared } = await billBothAndTakeBenBack();
  await (await home.operator()).post(`/invoices/${shared.id}/payments`, { body: { method: 'cash' } });
  const names = await home.lines(shared.id);
  const position = names.findIndex(([, member]) => member === 'Ben Oakley');
  expect(await refund(shared.id, { lines: [{ position: 1 - position, quantity: 1 }] })).toBe(201);
  expect(await readNothing()).toEqual([[27, ['Ben Oakley']]]);
  expect(await refund(shared.id, { amount: 7 })).toBe(201);
  expect(await readNothing()).toEqual([[20, ['Ben Oakley']]]);
  expect(await refund(shared.id, { amount: 20 })).toBe(201);
  expect(await readNothing()).toEqual([]);
});

test('a whole invoice that was paid for nothing names nobody', async () => {
  const { ben, shared } = await billBothAndTakeBenBack();
  const { id } = await home.one(home.gym.contactId);
  const desk = await home.operator();
  const canceled = await desk.post(byMember(home.gym.contactId, `${id}/cancellation`), {
    body: { when: 'period_end', reason: 'moving' },
  });
  expect(canceled.status).toBe(200);
  const bens = (await home.renewals()).at(-1) ?? expect.fail();
  expect([bens.subtotal_cents, bens.id === shared.id]).toEqual([2_500, false]);
  await desk.post(`/invoices/${bens.id}/payments`, { body: { method: 'cash' } });
  expect(await home.one(ben)).toMatchObject({ granted_at: null });
  expect(await readNothing()).toEqual([[27, undefined]]);
});
