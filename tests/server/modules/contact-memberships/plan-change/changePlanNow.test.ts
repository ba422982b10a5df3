import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { createMembersGym, onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

type Held = Awaited<ReturnType<MembersGym['bought']>>;
const gold = (plan: Parameters<MembersGym['make']['plan']>[0] = {}) =>
  gym.make.plan({ name: 'Gold', price_cents: 7_999, ...plan });

/** Bought for $49.99 on November 1; on November 16 half of the period is left. */
async function halfway(how: Parameters<MembersGym['bought']>[1] = {}): Promise<Held> {
  const membership = await gym.bought('2026-11-01', how);
  gym.setClock('2026-11-16');
  return membership;
}
const now = (membership: Held, membershipId: string, body: object = {}, how: Parameters<Held['call']>[3] = {}) =>
  membership.call('post', 'plan-change', { membershipId, when: 'now', ...body }, how);
const second = async (membership: Held) => (await membership.invoices())[1];
const sweep = () => sweepPayments(server.context);

describe('a change of plan now', () => {
  test('charges the saved card the price difference of the remaining days with tax, as the preview said', async () => {
    const membership = await halfway();
    const membershipId = await gold();
    const preview = await membership.call('get', `plan-change?membershipId=${membershipId}&when=now`);
    expect(preview.body.preview).toEqual({
      on: '2026-11-16',
      name: 'Gold',
      price: 79.99,
      total: 86.39,
      contractEndDate: null,
      difference: { subtotal: 15, tax: 1.2, total: 16.2 },
      hasSavedCard: true,
    });
    const { status, body } = await now(membership, membershipId, { expectedTotal: 16.2 });
    expect([status, body.message, body.invoice.status, body.invoice.subtotal, body.invoice.total]).toEqual([
      200,
      'Plan changed',
      'paid',
      15,
      16.2,
    ]);
    expect(body.contactMembership).toMatchObject({
      membershipId,
      membershipName: 'Gold',
      purchasePrice: 79.99,
      endDate: '2026-11-30',
    });
    expect([...gym.account.charges.values()].at(-1)?.amount).toBe(1_620);
  });

  test('takes effect at once: the renewal has the new price', async () => {
    const membership = await halfway();
    await now(membership, await gold(), { method: 'cash' });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect((await membership.invoices()).map(({ subtotal_cents, status }) => [subtotal_cents, status])).toEqual([
      [4_999, 'paid'],
      [1_500, 'paid'],
      [7_999, 'paid'],
    ]);
    expect(await membership.row()).toMatchObject({ endDate: '2026-12-31', membershipName: 'Gold' });
  });

  test('the history has the plan that was bought and each change since, now and at a renewal', async () => {
    const membership = await halfway({ plan: { name: 'Silver' } });
    expect((await membership.row()).planChanges).toEqual([]);
    await now(membership, await gold(), { method: 'cash' });
    const platinum = await gold({ name: 'Platinum' });
    await membership.call('post', 'plan-change', { membershipId: platinum, when: 'renewal' });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect((await membership.row()).planChanges).toEqual([
      { changedAt: expect.any(String), fromPlan: 'Silver', toPlan: 'Gold' },
      { changedAt: expect.any(String), fromPlan: 'Gold', toPlan: 'Platinum' },
    ]);
  });

  test.each([
    ['cash', { method: 'cash' }, { method: 'cash', other_method: null, reference: null }],
    [
      'another method',
      { method: 'other', otherMethod: 'Check', reference: '1042' },
      { method: 'other', other_method: 'Check', reference: '1042' },
    ],
  ])('is paid by %s', async (_name, body, row) => {
    const membership = await halfway();
    expect((await now(membership, await gold(), body)).status).toBe(200);
    expect(await gym.books.payments((await second(membership))?.id)).toMatchObject([
      { status: 'completed', amount_cents: 1_620, ...row },
    ]);
  });

  test('charges the card of an imported customer, which is then read from Stripe', async () => {
    const membership = await halfway();
    const customer = gym.account.customerWithCard('pm_card_visa');
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('stripe_customers')
        .set({ customer_id: customer, payment_method_id: null, is_imported: true })
        .where('contact_id', '=', membership.contactId)
        .execute(),
    );
    expect((await now(membership, await gold())).body).toMatchObject({
      message: 'Plan changed',
      invoice: { status: 'paid', total: 16.2 },
    });
  });

  test('says in the preview that no saved card can be charged', async () => {
    const membership = await halfway();
    await server.database.scoped([gym.companyId], (tx) =>
      tx.deleteFrom('stripe_customers').where('contact_id', '=', membership.contactId).execute(),
    );
    const membershipId = await gold();
    const { body } = await membership.call('get', `plan-change?membershipId=${membershipId}&when=now`);
    expect(body.preview.hasSavedCard).toBe(false);
    expect((await now(membership, membershipId)).body.message).toBe(
      'No card is saved for this contact. Choose cash or another method.',
    );
  });

  test('costs nothing when a manager waives it, and at the same price', async () => {
    const waived = await halfway();
    expect((await now(waived, await gold(), { waiveDifference: true })).body).toMatchObject({
      message: 'Plan changed',
      contactMembership: { membershipName: 'Gold' },
    });
    const same = await halfway();
    expect((await now(same, await gold({ price_cents: 4_999 }))).body.invoice).toBeUndefined();
    expect([await waived.invoices(), await same.invoices()].map(({ length }) => length)).toEqual([1, 1]);
    const log = await server.database.scoped([gym.companyId], (tx) =>
      tx
        .selectFrom('activity')
        .select('changes')
        .where('record_id', '=', waived.id)
        .where('action', '=', 'contact-membership.plan-changed')
        .execute(),
    );
    expect(JSON.stringify(log)).toContain('differenceWaived');
  });

  test('to a contract starts it with the current period, and drops a planned change', async () => {
    const membership = await halfway();
    await membership.call('post', 'plan-change', { membershipId: await gold({ name: 'Silver' }) });
    const membershipId = await gold({ type: 'contract', contract_length_months: 6 });
    expect((await now(membership, membershipId, { method: 'cash' })).body.contactMembership).toMatchObject({
      membershipType: 'contract',
      contractEndDate: '2027-04-30',
      plannedChange: null,
    });
  });

  test('after the next period was charged includes that period', async () => {
    const membership = await halfway();
    gym.setClock('2026-11-30');
    await gym.renew();
    await now(membership, await gold(), { method: 'cash' });
    // $30.00 for December, and a thirtieth of that for today.
    expect((await membership.invoices())[2]).toMatchObject({ subtotal_cents: 3_100 });
  });

  test('rewrites the invoice of a manual renewal', async () => {
    const membership = await halfway();
    await membership.call('put', 'renewal', { autoRenew: true, by: 'manual' });
    gym.setClock('2026-11-24');
    await gym.renew();
    await now(membership, await gold(), { method: 'cash' });
    await gym.renew();
    expect((await membership.invoices()).map(({ subtotal_cents, status }) => [subtotal_cents, status])).toEqual([
      [4_999, 'paid'],
      [4_999, 'void'],
      [700, 'paid'],
      [7_999, 'open'],
    ]);
  });
});

describe('it is refused', () => {
  test.each([
    [
      'a lower price',
      { price_cents: 4_000 },
      'A lower price can only start at renewal. Change to this plan at renewal.',
    ],
    [
      'another billing',
      { billing_frequency: 'annually' as const },
      'Only a plan with the same billing frequency can start now. Change to this one at renewal.',
    ],
    ['a plan that is not on sale', { is_active: false }, 'Gold is not on sale'],
  ])('for %s', async (_name, plan, message) => {
    const membership = await halfway();
    const { status, body } = await now(membership, await gold(plan), { method: 'cash' });
    expect([status, body.message]).toEqual([409, message]);
    expect(await membership.invoices()).toHaveLength(1);
  });

  test('while it is frozen, when it is canceled or has ended, and without a saved card', async () => {
    const [frozen, canceled, bare] = [
      await gym.bought('2026-11-01'),
      await gym.bought('2026-11-01'),
      await gym.bought('2026-11-01'),
    ];
    await frozen.call('post', 'freezes', { from: '2026-11-01', until: '2026-11-20', reason: 'Travel' });
    await canceled.call('post', 'cancellation', { reason: 'price' });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('stripe_customers')
        .set({ payment_method_id: null })
        .where('contact_id', '=', bare.contactId)
        .execute(),
    );
    gym.setClock('2026-11-16');
    const membershipId = await gold();
    for (const membership of [frozen, canceled, bare]) expect((await now(membership, membershipId)).status).toBe(409);
    const ended = await gym.bought('2026-11-16', { autoRenew: false });
    gym.setClock('2026-12-20');
    expect((await now(ended, membershipId)).body.message).toBe('This membership has ended');
  });

  test('when the total differs from the one shown: the key stays free', async () => {
    const membership = await halfway();
    const membershipId = await gold();
    const { status, body } = await now(membership, membershipId, { method: 'cash', expectedTotal: 10 }, { key: 'one' });
    expect([status, body]).toEqual([409, { message: 'The total has changed', total: 16.2 }]);
    expect((await now(membership, membershipId, { method: 'cash', expectedTotal: 16.2 }, { key: 'one' })).status).toBe(
      200,
    );
  });

  test('for bad input, another company’s plan and membership, and levels below manager', async () => {
    const membership = await halfway();
    const membershipId = await gold();
    for (const body of [
      { when: 'later' },
      { method: 'gold' },
      { method: 'cash', otherMethod: 'Check' },
      { method: 'other', otherMethod: 'Barter' },
      { expectedTotal: -1 },
    ]) {
      expect([body, (await now(membership, membershipId, body)).status]).toEqual([body, 400]);
    }
    const rival = await createMembersGym(server, stripe);
    expect((await now(membership, await rival.make.plan({ price_cents: 9_000 }))).status).toBe(404);
    expect(
      (await rival.by.admin.post(`${membership.path}/plan-change`, { body: { membershipId, when: 'now' } })).status,
    ).toBe(404);
    expect((await now(membership, membershipId, {}, { as: 'operator' })).status).toBe(403);
    expect(await membership.invoices()).toHaveLength(1);
  });
});

describe('by card', () => {
  test('a decline is 402, voids the invoice and changes nothing, even when repeated with the key', async () => {
    const membership = await halfway({ card: 'pm_card_chargeCustomerFail' });
    const membershipId = await gold();
    const replies = [
      await now(membership, membershipId, {}, { key: 'declined' }),
      await now(membership, membershipId, {}, { key: 'declined' }),
    ];
    for (const { status, body } of replies) expect([status, body.message]).toEqual([402, 'Your card was declined.']);
    expect([(await second(membership))?.status, (await membership.row()).membershipName]).toEqual([
      'void',
      'Monthly Unlimited',
    ]);
    expect((await now(membership, membershipId, { method: 'cash' })).status).toBe(200);
  });

  test('two concurrent requests with one key charge once', async () => {
    const membership = await halfway();
    const membershipId = await gold();
    const replies = await Promise.all([1, 2, 3].map(() => now(membership, membershipId, {}, { key: 'once' })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([(await membership.invoices()).length, gym.account.charges.size]).toEqual([2, 2]);
  });

  test('of two concurrent requests with different keys one is charged', async () => {
    const membership = await halfway();
    const membershipId = await gold();
    const replies = await Promise.all([
      now(membership, membershipId, {}, { key: 'a' }),
      now(membership, membershipId, {}, { key: 'b' }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(gym.account.charges.size).toBe(2);
  });

  test.each([500, 'cut'] as const)(
    'Stripe failing with %s at the charge is 503, and the same key continues it',
    async (how) => {
      const membership = await halfway();
      const membershipId = await gold();
      stripe.fail(/confirm/, how, 3);
      expect((await now(membership, membershipId, {}, { key: 'again' })).status).toBe(503);
      stripe.heal();
      expect((await now(membership, membershipId, {}, { key: 'again' })).status).toBe(200);
      expect([gym.account.charges.size, (await membership.row()).membershipName]).toEqual([2, 'Gold']);
    },
  );

  test('one that nobody continues is given up after half an hour, and another change is possible', async () => {
    const membership = await halfway();
    const membershipId = await gold();
    stripe.fail(/payment_intents/, 500, 3);
    expect((await now(membership, membershipId, {}, { key: 'lost' })).status).toBe(503);
    stripe.heal();
    expect((await now(membership, membershipId, { method: 'cash' })).body.message).toBe(
      'A change of plan is being paid. Wait for its result and try again.',
    );
    server.advance({ minutes: 31 });
    await sweep();
    expect((await second(membership))?.status).toBe('void');
    expect((await now(membership, membershipId, { method: 'cash' })).status).toBe(200);
  });

  test('with a slow bank the plan changes when it has paid', async () => {
    const membership = await halfway();
    await membership.saveSlowCard();
    const { status, body } = await now(membership, await gold());
    expect([status, body.message, body.contactMembership.membershipName]).toEqual([
      200,
      'The bank is processing the payment. The plan changes when it is paid.',
      'Monthly Unlimited',
    ]);
    const intent = [...gym.account.intents.values()].at(-1);
    if (intent) gym.account.settle(intent, 'succeeded');
    await sweep();
    expect(await membership.row()).toMatchObject({ membershipName: 'Gold' });
  });
});
