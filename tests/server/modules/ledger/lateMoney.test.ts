import { expect, test } from 'vitest';
import type { MembersGym } from '#tests/support/afterSale.ts';
import { membersDesk } from '#tests/support/membersDesk.ts';
import { runErasureJob } from '#tests/support/personalData.ts';

let gym: MembersGym;
const { server, emails, links, as, owed, close, state } = await membersDesk((opened) => (gym = opened));

/** A link whose payer has entered a card that the bank confirms only after the invoice was voided. */
async function voidedWhilePaying(change: object = {}) {
  const invoiceId = await owed(change);
  const desk = await as('admin');
  const link = await desk.post(`/invoices/${invoiceId}/payment-link`);
  const { body } = await links.payBy(links.tokenIn(link.body.url), { saveCard: true });
  const voided = await desk.post(`/invoices/${invoiceId}/void`, { body: { reason: 'A mistake' } });
  expect([voided.status, voided.body.message]).toEqual([200, undefined]);
  const intent = gym.account.intentOf(body.paymentIntent.id);
  const paid = { ...intent, status: 'succeeded', amount_received: intent.amount, payment_method: 'pm_card_visa' };
  const succeeded = {
    id: `evt_${invoiceId}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: paid },
  };
  return { invoiceId, bankConfirms: () => gym.deliver(succeeded) };
}

test('money by a link comes after the void, after the contact was erased: it is booked, and nothing of the contact returns', async () => {
  const { invoiceId, bankConfirms } = await voidedWhilePaying();
  const admin = await as('admin');
  expect((await admin.post(`/contacts/${gym.contactId}/erasure`)).status).toBe(202);
  server.advance({ hours: 25 });
  await runErasureJob(server);
  const after = await as('admin');
  expect((await after.get(`/contacts/${gym.contactId}`)).status).toBe(404);
  expect((await bankConfirms()).status).toBe(200);
  expect(await state(invoiceId)).toEqual(['paid', 10_800, 0, 0]);
  const { body } = await after.get(`/invoices/${invoiceId}`);
  expect(JSON.stringify(body)).not.toContain('Oakley');
  const cards = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('stripe_customers').selectAll().where('contact_id', '=', gym.contactId).execute(),
  );
  expect([cards, await emails.send()]).toEqual([[], []]);
});

test('money by a link comes after the void, after its location was archived: it is booked there and can be given back', async () => {
  const { invoiceId, bankConfirms } = await voidedWhilePaying({ location_id: gym.otherLocationId });
  const admin = await as('admin');
  expect((await admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
  expect((await bankConfirms()).status).toBe(200);
  expect(await state(invoiceId)).toEqual(['paid', 10_800, 0, 0]);
  const manager = await as('manager');
  const refund = { amount: 108, destination: 'cash', reason: 'Paid after the void' };
  const refunded = await manager.post(`/invoices/${invoiceId}/refunds`, { body: refund });
  expect([refunded.status, refunded.body.message]).toEqual([201, undefined]);
});

test('a receipt that is queued when the whole invoice is refunded says both, and no receipt is sent for what was voided', async () => {
  await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { emails: { receipt: true } } });
  const item = await gym.make.salesItem({ price_cents: 1_000 });
  const till = await as('point_of_sale');
  const sale = { contactId: gym.contactId, locationId: gym.locationId, items: [{ salesItemId: item, quantity: 1 }] };
  const { body } = await till.post('/sales-items/purchase', { body: { ...sale, paymentMethod: 'cash' } });
  const manager = await as('manager');
  const back = await manager.post(`/invoices/${body.invoice.id}/refunds`, {
    body: { amount: 10.8, destination: 'cash', reason: 'Torn' },
  });
  expect(back.status).toBe(201);
  const open = await owed();
  await close(open, 'void');
  const sent = await emails.send();
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^Receipt/),
    expect.stringMatching(/refund/i),
  ]);
  for (const { text } of sent) expect(text).toContain('$10.80');
});

test('a pack for a member of a household at another location is the payer’s, with that location’s tax; what is left of it is deferred there', async () => {
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('locations').set({ sales_tax_rate: 0.05 }).where('id', '=', gym.otherLocationId).execute(),
  );
  let admin = await as('admin');
  const ben = await gym.make.contact({ first_name: 'Ben' });
  const { household } = (await admin.post('/households', { body: { name: 'Oakley', payerId: gym.contactId } })).body;
  await admin.post(`/households/${household.id}/members`, { body: { contactId: ben } });
  const pack = await gym.make.plan({
    name: 'Ten visits',
    location_id: gym.otherLocationId,
    billing_frequency: 'one_time',
    access_duration_days: 90,
    visit_limit: 10,
    valid_from: 'purchase',
    price_cents: 10_000,
  });
  const { status, body } = await admin.post('/memberships/purchase', {
    body: {
      contactId: ben,
      payerId: gym.contactId,
      membershipId: pack,
      startDate: '2026-11-01',
      paymentMethod: 'cash',
    },
  });
  expect([status, body.message]).toEqual([201, undefined]);
  expect(await gym.books.invoice(body.invoice.id)).toMatchObject({
    contact_id: gym.contactId,
    location_id: gym.otherLocationId,
    total_cents: 10_500,
  });
  for (const day of ['2026-11-02', '2026-11-04', '2026-11-06']) {
    gym.setClock(day);
    admin = await as('admin');
    const { body: visit } = await admin.post('/checkins', {
      body: { contactId: ben, locationId: gym.otherLocationId, doorId: 'Front Desk' },
    });
    expect(visit.checkin).toMatchObject({ accessGranted: true });
  }
  const deferred = async (locationId: string) =>
    (await admin.get(`/reports/deferred?locationId=${locationId}&from=2026-11-06&to=2026-11-06`)).body.report.totals
      .deferred;
  expect([await deferred(gym.otherLocationId), await deferred(gym.locationId)]).toEqual([70, 0]);
  const refund = (amount: number, membership: string) =>
    admin.post(`/invoices/${body.invoice.id}/refunds`, {
      body: { amount, destination: 'cash', reason: 'Moved', membership },
    });
  expect((await refund(52.5, 'keep')).status).toBe(201);
  expect(await deferred(gym.otherLocationId)).toBe(35);
  expect((await refund(21, 'end_now')).status).toBe(201);
  expect(await deferred(gym.otherLocationId)).toBe(0);
  const { totals } = (await admin.get('/reports/sales?from=2026-11-01&to=2026-11-06')).body.report;
  expect([totals.gross, totals.tax, totals.refunds]).toEqual([105, 5, 73.5]);
});

test('money for what was given up needs no attention once the bank has given it back, and a canceled member is promised none of it', async () => {
  const held = await gym.bought('2026-11-01');
  const [invoice] = await held.invoices();
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .updateTable('invoices')
      .set({ metadata: JSON.stringify({ isPaidForNothing: true }) })
      .where('id', '=', invoice?.id ?? '')
      .execute(),
  );
  const read = async () => {
    const operator = await as('operator');
    const { items } = (await operator.get(`/attention?locationId=${gym.locationId}`)).body;
    const { preview } = (await held.call('get', 'cancellation?when=now')).body;
    return [items.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]), preview.refundable];
  };
  expect(await read()).toEqual([[['paid_for_nothing', 53.99]], 53.99]);
  const [charge] = [...gym.account.charges.values()];
  const dispute = gym.account.balance.dispute(charge ?? expect.fail());
  gym.account.balance.closeDispute(dispute.id, 'lost');
  await gym.deliverAll();
  expect(await read()).toEqual([[], 0]);
});

test('a dispute is neither a payment nor a refund: what is deferred of a period that was refunded in part stays the same', async () => {
  const held = await gym.bought('2026-11-01');
  const [invoice] = await held.invoices();
  const manager = await as('manager');
  const refund = { amount: 20, destination: 'cash', reason: 'Ill for a week' };
  expect((await manager.post(`/invoices/${invoice?.id}/refunds`, { body: refund })).status).toBe(201);
  const deferred = async () => {
    const admin = await as('admin');
    const { body } = await admin.get(`/reports/deferred?locationId=${gym.locationId}&from=2026-11-01&to=2026-11-01`);
    return body.report.totals.deferred;
  };
  const before = await deferred();
  expect(before).toBeGreaterThan(0);
  const [charge] = [...gym.account.charges.values()];
  gym.account.balance.dispute(charge ?? expect.fail());
  await gym.deliverAll();
  expect((await manager.get(`/invoices/${invoice?.id}`)).body.disputed).toBeGreaterThan(0);
  expect(await deferred()).toBe(before);
});
