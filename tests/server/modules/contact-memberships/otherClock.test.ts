import { beforeEach, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
/** Noon on November 16 in Denver is early on the 17th there. */
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('locations').set({ timezone: 'Pacific/Kiritimati' }).where('id', '=', gym.otherLocationId).execute(),
  );
});

/** Who works at both. */
const admin = { as: 'admin' } as const;
const gold = (more: object = {}) =>
  gym.make.plan({ name: 'Gold', price_cents: 7_999, location_id: gym.otherLocationId, ...more });

test('a plan that changes to one of a location a day ahead goes by that location’s calendar from then on', async () => {
  const membership = await gym.bought('2026-11-01');
  gym.setClock('2026-11-16');
  // Both by Denver's calendar: 15 of 30 days are left.
  const { body } = await membership.call(
    'post',
    'plan-change',
    {
      membershipId: await gold(),
      when: 'now',
      method: 'cash',
    },
    admin,
  );
  expect(body.invoice.subtotal).toBe(15);
  const ended = await membership.call('post', 'cancellation', { when: 'now', reason: 'other' }, admin);
  expect(ended.body.contactMembership).toMatchObject({ cancelsOn: '2026-11-17' });
  await membership.call('delete', 'cancellation', undefined, admin);
  const frozen = { from: '2026-11-16', until: '2026-11-26', reason: 'Travel' };
  expect((await membership.call('post', 'freezes', frozen, admin)).status).toBe(400);
  expect(
    (await membership.call('post', 'freezes', { ...frozen, from: '2026-11-17' }, admin)).body.contactMembership,
  ).toMatchObject({ endDate: '2026-12-10', frozenUntil: '2026-11-26' });
});

test('a renewal is charged on the last paid day there, once', async () => {
  const membership = await gym.bought('2026-11-01');
  await membership.call('post', 'plan-change', { membershipId: await gold(), when: 'now', method: 'cash' }, admin);
  for (const [time, invoices] of [
    ['2026-11-29T15:59:00Z', 2],
    ['2026-11-29T16:00:00Z', 3],
    ['2026-11-30T20:00:00Z', 3],
  ] as const) {
    server.clock.now = new Date(time);
    await gym.renew();
    expect((await membership.invoices()).length).toBe(invoices);
  }
  expect((await membership.row()).endDate).toBe('2026-12-31');
});

test('what the bank pays after midnight there keeps the days that were agreed here', async () => {
  const membership = await gym.bought('2026-11-01');
  await membership.saveSlowCard();
  gym.setClock('2026-11-30');
  const membershipId = await gold({ type: 'contract', contract_length_months: 6 });
  const { body } = await membership.call('post', 'plan-change', { membershipId, when: 'now' }, admin);
  expect(body.message).toBe('The bank is processing the payment. The plan changes when it is paid.');
  gym.account.settle([...gym.account.intents.values()].at(-1)!, 'succeeded');
  await sweepPayments(server.context);
  expect(await membership.row()).toMatchObject({ membershipName: 'Gold', contractEndDate: '2027-04-30' });
});

test('a refund at Stripe ends the access there with the day before', async () => {
  const membership = await gym.bought('2026-11-01');
  gym.setClock('2026-11-16');
  await membership.call('post', 'plan-change', { membershipId: await gold(), when: 'now', method: 'cash' }, admin);
  gym.account.refund([...gym.account.intents.keys()][0] ?? '');
  await gym.deliverAll();
  expect(await membership.row()).toMatchObject({ endDate: '2026-11-16', autoRenew: false });
});
