import { beforeEach, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const bought = () => gym.bought('2026-11-01');

test.each([
  [
    'a sale at the till',
    'items',
    async () => {
      await gym.till.cash([{ salesItemId: await gym.make.salesItem({ price_cents: 1_000 }), quantity: 1 }]);
    },
  ],
  ['a membership that is bought', 'purchase', bought],
  [
    'its next period',
    'renewal',
    async () => {
      await bought();
      gym.setClock('2026-11-30');
      await gym.renew();
    },
  ],
  [
    'the price difference of a change of plan',
    'plan_change',
    async () => {
      const membership = await bought();
      const membershipId = await gym.make.plan({ price_cents: 7_999 });
      await membership.call('post', 'plan-change', { membershipId, when: 'now', method: 'cash' });
    },
  ],
  [
    'the fee of a freeze',
    'freeze_fee',
    async () => {
      await gym.settings({ freezeFee: 10 });
      const membership = await bought();
      await membership.call('post', 'freezes', { from: '2026-11-01', until: '2026-11-14', reason: 'Travel' });
    },
  ],
  [
    'a balance from another product',
    'manual_balance',
    async () => {
      const contacts = [{ firstName: 'Mo', lastName: 'Vega', email: 'mo@moving.test', balance: 50 }];
      await gym.by.admin.post('/contacts/import', { body: { locationId: gym.locationId, contacts } });
    },
  ],
])('the invoice of %s is of kind %s', async (_what, kind, write) => {
  await write();
  expect((await gym.books.invoices()).at(-1)).toMatchObject({ kind });
});
