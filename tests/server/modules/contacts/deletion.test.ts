import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { payingServer } from '#tests/support/payingGym.ts';
import { deletionCalls } from '#tests/support/deletedContacts.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const { by, remove, restore } = deletionCalls(server, () => gym);
const isStored = async (contactId: string) => (await (await by('admin')).get(`/contacts/${contactId}`)).status === 200;
const cardSale = async (contactId: string) => {
  const membershipId = await gym.make.plan({ name: 'Gold' });
  const body = {
    contactId,
    membershipId,
    locationId: gym.locationId,
    startDate: todayIn(gym.timezone, server.clock.now),
  };
  return (await (await by('operator')).post('/memberships/purchase', { body })).body;
};
const voided = async (invoiceId: string) =>
  (await by('manager')).post(`/invoices/${invoiceId}/void`, { body: { reason: 'Mistake' } });

describe('a contact is not deleted', () => {
  test('while a membership runs, and the answer names it', async () => {
    const membership = await gym.bought('2026-11-01', {
      plan: { name: 'Year', type: 'contract', contract_length_months: 12 },
    });
    expect(await remove(membership.contactId)).toEqual(
      expect.objectContaining({
        status: 409,
        body: {
          message: 'This contact cannot be deleted yet. Year is running. Cancel it, or wait until it ends.',
          memberships: [{ id: membership.id, name: 'Year' }],
          invoices: [],
        },
      }),
    );
    expect((await membership.row()).autoRenew).toBe(true);
    const canceled = await membership.call('post', 'cancellation', {
      when: 'now',
      reason: 'moving',
      release: true,
      note: 'Moved abroad',
    });
    expect(canceled.status).toBe(200);
    expect(await remove(membership.contactId)).toMatchObject({ status: 200, body: { message: 'Contact deleted' } });
  });

  test.each([
    ['has not started', { start_date: '2027-01-01', end_date: '2027-01-31' }, 409],
    ['is without access for now', { end_date: '2026-12-31', access_enabled: false }, 409],
    ['is in its grace period', { end_date: '2026-10-31', grace_days: 7 }, 409],
    ['is canceled for a later day', { end_date: '2026-11-30', cancels_on: '2026-11-30' }, 409],
    ['has ended', { end_date: '2026-10-31' }, 200],
    ['was without access when it ended', { end_date: '2026-10-31', access_enabled: false }, 200],
    ['was canceled', { end_date: '2026-11-30', cancels_on: '2026-10-31' }, 200],
    ['was never paid', { granted_at: null }, 200],
  ] as const)('a membership that %s', async (_case, change, status) => {
    const contactId = await gym.make.contact();
    await gym.make.contactMembership(contactId, change);
    expect((await remove(contactId)).status).toBe(status);
  });

  test('while its membership is frozen past its end', async () => {
    const membership = await gym.bought('2026-11-01');
    await membership.call('post', 'freezes', { from: '2026-11-20', until: null, reason: 'Away' });
    gym.setClock('2026-12-02');
    expect((await remove(membership.contactId)).status).toBe(409);
  });

  test('while money is owed, and the answer says how much on which invoice', async () => {
    const contactId = await gym.make.contact();
    const invoiceId = await invoiceBuilders(server, gym).invoice(contactId, {
      status: 'partially_paid',
      total_cents: 1_000,
      paid_cents: 400,
      due_cents: 600,
    });
    expect(await remove(contactId)).toMatchObject({
      status: 409,
      body: {
        message: 'This contact cannot be deleted yet. $6.00 is owed. Collect, void or write it off.',
        memberships: [],
        invoices: [{ id: invoiceId, due: 6, isPaymentUnderWay: false }],
      },
    });
    await (await by('manager')).post(`/invoices/${invoiceId}/write-off`, { body: { reason: 'Moved away' } });
    expect((await remove(contactId)).status).toBe(200);
  });

  test('while the card of a plan is being entered', async () => {
    const contactId = await gym.make.contact();
    const sale = await cardSale(contactId);
    const refused = await remove(contactId);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This contact cannot be deleted yet. A payment is under way. Wait for its result, or void its invoice.',
    ]);
    gym.account.confirmIntent(sale.paymentIntent.id, { payment_method: 'pm_card_visa' });
    expect((await remove(contactId)).body.message).toContain('Gold is running');
    expect(await isStored(contactId)).toBe(true);
    expect((await gym.books.memberships(contactId))[0]?.granted_at).not.toBeNull();
  });

  test('while Stripe does not say how an open payment ended', async () => {
    const contactId = await gym.make.contact();
    const sale = await cardSale(contactId);
    server.checksLedger = false;
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('invoices').set({ status: 'void', due_cents: 0 }).where('id', '=', sale.invoice.id).execute(),
    );
    stripe.fail(/payment_intents/, 500, 10);
    expect((await remove(contactId)).body.message).toContain('A payment is under way.');
    stripe.heal();
    expect((await remove(contactId)).status).toBe(200);
    expect(gym.account.intentOf(sale.paymentIntent.id).status).toBe('canceled');
  });
});

test('a payment that Stripe reports for a deleted contact is never dropped', async () => {
  const contactId = await gym.make.contact();
  const sale = await cardSale(contactId);
  await voided(sale.invoice.id);
  await server.database.scoped([gym.companyId], async (tx) => {
    await tx
      .updateTable('payment_intents')
      .set({ settled_at: server.clock.now })
      .where('invoice_id', '=', sale.invoice.id)
      .execute();
    await tx.deleteFrom('awaited_payments').where('invoice_id', '=', sale.invoice.id).execute();
  });
  expect((await remove(contactId)).status).toBe(200);
  const intent = gym.account.intentOf(sale.paymentIntent.id);
  const paid = { ...intent, status: 'succeeded', amount_received: intent.amount, payment_method: 'pm_card_visa' };
  await gym.deliver({ id: 'evt_late', object: 'event', type: 'payment_intent.succeeded', data: { object: paid } });
  expect(await gym.books.invoice(sale.invoice.id)).toMatchObject({ status: 'paid' });
  expect((await restore(contactId)).status).toBe(200);
  expect((await (await by('admin')).get(`/contacts/${contactId}/memberships`)).body.memberships).toMatchObject([
    { membershipName: 'Gold' },
  ]);
});

describe('deleting a contact at each level', () => {
  test('one that has ever had a membership or an invoice is for managers, any other for operators too', async () => {
    const membership = await gym.make.contact();
    await gym.make.contactMembership(membership, { end_date: '2026-10-31' });
    expect(await remove(membership, 'operator')).toMatchObject({
      status: 403,
      body: { message: 'Your access level cannot do this' },
    });
    expect((await (await by('operator')).get(`/contacts/${membership}`)).body).toMatchObject({
      mayChange: true,
      mayDelete: false,
      hasHistory: true,
    });
    expect((await (await by('manager')).get(`/contacts/${membership}`)).body).toMatchObject({
      mayChange: true,
      mayDelete: true,
    });
    const sale = await cardSale(await gym.make.contact());
    await voided(sale.invoice.id);
    expect((await remove(sale.invoice.contactId, 'operator')).status).toBe(403);
    expect((await remove(membership)).status).toBe(200);
    const visitor = await gym.make.contact();
    await gym.make.checkin(visitor);
    expect((await (await by('operator')).get(`/contacts/${visitor}`)).body).toMatchObject({
      mayDelete: true,
      hasHistory: true,
    });
    expect((await (await by('operator')).get(`/contacts/${await gym.make.contact()}`)).body.hasHistory).toBe(false);
    expect((await remove(visitor, 'operator')).status).toBe(200);
  });
});

describe('of a deletion and what begins at the same time', () => {
  const rounds = 8;

  test('a purchase: either the contact stays with it, or nothing was sold', async () => {
    const membershipId = await gym.make.plan();
    const [desk, manager] = [await by('operator'), await by('manager')];
    for (let round = 0; round < rounds; round += 1) {
      const contactId = await gym.make.contact();
      const startDate = todayIn(gym.timezone, server.clock.now);
      const [sold, deleted] = await Promise.all([
        desk.post('/memberships/purchase', {
          body: {
            contactId,
            membershipId,
            startDate,
            locationId: gym.locationId,
            paymentMethod: round % 2 ? 'cash' : 'card',
          },
        }),
        manager.delete(`/contacts/${contactId}`),
      ]);
      expect([
        [201, 409],
        [404, 200],
      ]).toContainEqual([sold.status, deleted.status]);
      expect(await gym.books.invoicesOf(contactId)).toHaveLength(sold.status === 201 ? 1 : 0);
    }
  });

  test('a renewal: either it is billed and the contact stays, or nothing is billed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const membership = await gym.bought('2026-11-01');
      gym.setClock('2026-11-30');
      await server.database.scoped([gym.companyId], (tx) =>
        tx.updateTable('contact_memberships').set({ end_date: '2026-11-29' }).where('id', '=', membership.id).execute(),
      );
      const [, deleted] = await Promise.all([gym.renew(), remove(membership.contactId)]);
      const billed = (await membership.invoices()).length === 2;
      expect([
        [true, 409],
        [false, 200],
      ]).toContainEqual([billed, deleted.status]);
    }
  });

  test('a payment link: the money that is taken belongs to a contact that stays', async () => {
    for (let round = 0; round < 4; round += 1) {
      const membership = await gym.bought('2026-11-01', { autoRenew: false });
      await gym.settings({ freezeFee: 10 });
      await membership.call('post', 'freezes', { from: '2026-11-01', until: addDays('2026-11-01', 9), reason: 'Away' });
      gym.setClock('2026-12-20');
      const owed = (await membership.invoices()).find(({ due_cents }) => due_cents > 0);
      if (!owed) throw new Error('No fee is owed');
      const { body } = await (await by('admin')).post(`/invoices/${owed.id}/payment-link`);
      const token = new URL(body.url).searchParams.get('token') ?? '';
      const [begun, deleted] = await Promise.all([
        server.anonymous.post(`/payment-links/${token}/pay`, { body: { saveCard: false } }),
        remove(membership.contactId),
      ]);
      expect([begun.status, deleted.status]).toEqual([200, 409]);
      gym.account.confirmIntent(begun.body.paymentIntent?.id ?? begun.body.clientSecret.split('_secret')[0], {
        payment_method: 'pm_card_visa',
      });
      expect((await remove(membership.contactId)).status).toBe(200);
      expect(await gym.books.invoice(owed.id)).toMatchObject({ status: 'paid' });
    }
  });
});
