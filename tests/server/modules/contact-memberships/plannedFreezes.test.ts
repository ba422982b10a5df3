import { beforeEach, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

/** Paid through November 30, frozen from November 10 for 21 days, and again from December 15 for 11 days. */
async function frozenTwice() {
  const membership = await gym.bought('2026-11-01');
  const freeze = async (from: string, until: string) => {
    const { body } = await membership.call('post', 'freezes', { from, until, reason: 'Travel' });
    const { freezes, endDate } = body.contactMembership;
    return { path: `freezes/${freezes.find((one: { from: string }) => one.from === from).id}`, endDate };
  };
  const first = await freeze('2026-11-10', '2026-11-30');
  const second = await freeze('2026-12-15', '2026-12-25');
  expect([first.endDate, second.endDate]).toEqual(['2026-12-21', '2027-01-01']);
  return { ...membership, first: first.path, second: second.path };
}

const refusal = (end: string) => [
  409,
  `The freeze from Dec 15, 2026 would begin after the last paid day, ${end}. Change or undo it first.`,
];

test('a freeze ends no earlier than a planned one allows, which would begin after the last paid day', async () => {
  const membership = await frozenTwice();
  gym.setClock('2026-11-12');
  const end = async (until: string) => {
    const { status, body } = await membership.call('put', membership.first, { until });
    return [status, body.message];
  };
  expect(await end('2026-11-12')).toEqual(refusal('Dec 3, 2026'));
  expect(await end('2026-11-23')).toEqual(refusal('Dec 14, 2026'));
  expect((await membership.row()).endDate).toBe('2027-01-01');
  expect((await end('2026-11-24'))[0]).toBe(200);
  expect((await membership.row()).endDate).toBe('2026-12-26');
  expect((await membership.call('delete', membership.second)).status).toBe(200);
  expect((await end('2026-11-12'))[0]).toBe(200);
  expect((await membership.row()).endDate).toBe('2026-12-03');
});

test('nor is one undone before it', async () => {
  const membership = await frozenTwice();
  gym.setClock('2026-11-09');
  const { status, body } = await membership.call('delete', membership.first);
  expect([status, body.message]).toEqual(refusal('Nov 30, 2026'));
  await membership.call('delete', membership.second);
  expect((await membership.call('delete', membership.first)).status).toBe(200);
  expect(await membership.row()).toMatchObject({ endDate: '2026-11-30', freezes: [] });
});

test('one that is planned for after a refund at Stripe has ended the access is not billed', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01');
  await membership.call('post', 'freezes', { from: '2026-11-20', until: '2026-11-29', reason: 'Travel' });
  gym.setClock('2026-11-10');
  gym.account.refund([...gym.account.intents.keys()][0] ?? '');
  await gym.deliverAll();
  gym.setClock('2026-11-20');
  await gym.renew();
  expect((await membership.invoices()).map(({ kind }) => kind)).toEqual(['purchase']);
});
