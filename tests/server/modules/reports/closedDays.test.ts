import { beforeEach, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { readReport } from '#tests/support/reports.ts';

const { server, stripe } = await payingServer();
let gym: PayingGym;
let path: string;
let former: string;
let ended: string;
let today: string;
beforeEach(async () => {
  server.clock.now = new Date('2026-11-10T19:00:00Z');
  gym = await createPayingGym(server, stripe);
  today = todayIn(gym.timezone, server.clock.now);
  const membership = await bought({ purchase_price_cents: 5_000 });
  // Of another person, since a person is counted once.
  former = await gym.make.contact();
  ended = await bought({ end_date: '2026-10-31', auto_renew: false }, former);
  path = `/contacts/${gym.contactId}/memberships/${membership}`;
});

/** A monthly membership that was bought in October and renews. */
const bought = async (change: object = {}, contactId = gym.contactId) =>
  gym.make.contactMembership(contactId, {
    start_date: '2026-10-20',
    end_date: '2026-11-19',
    auto_renew: true,
    granted_at: new Date('2026-10-20T18:00:00Z'),
    ...change,
  });
const inDays = async (days: number) => {
  server.advance({ days });
  today = todayIn(gym.timezone, server.clock.now);
  // A session lasts half a day.
  gym.by.admin = await server.as(gym.users.admin);
};
const done = async (call: Promise<{ status: number; body: unknown }>) =>
  expect(await call).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });

/** What the tabs Memberships and Overview say of days that are over. */
const closed = async () => {
  const days = 'from=2026-10-01&to=2026-11-09';
  const [memberships, overview] = [
    await readReport(gym.by.admin, `memberships?${days}`),
    await readReport(gym.by.admin, `overview?${days}`),
  ];
  return [memberships, overview].map(({ totals, previous, series, rows }) => ({ totals, previous, series, rows }));
};
const readDay = async (day: string) => (await readReport(gym.by.admin, `memberships?from=${day}&to=${day}`)).totals;

test.each<[string, () => Promise<unknown>]>([
  [
    'a plan changes',
    async () =>
      done(
        gym.by.admin.post(`${path}/plan-change`, {
          body: { membershipId: await gym.make.plan({ price_cents: 9_000 }), when: 'now', waiveDifference: true },
        }),
      ),
  ],
  ['renewal is turned off', () => done(gym.by.admin.put(`${path}/renewal`, { body: { autoRenew: false } }))],
  [
    'a membership is canceled',
    () => done(gym.by.admin.post(`${path}/cancellation`, { body: { when: 'now', reason: 'price' } })),
  ],
  [
    'it is canceled at its end, and that is undone',
    async () => {
      await done(gym.by.admin.post(`${path}/cancellation`, { body: { reason: 'price' } }));
      await done(gym.by.admin.delete(`${path}/cancellation`));
    },
  ],
  [
    'a freeze begins',
    () => done(gym.by.admin.post(`${path}/freezes`, { body: { from: today, until: null, reason: 'Away' } })),
  ],
  [
    'access is turned off',
    () => done(gym.by.admin.put(`${path}/access`, { body: { accessEnabled: false, reason: 'A debt' } })),
  ],
  [
    'access to one that has ended is turned off',
    async () => {
      await done(
        gym.by.admin.put(`/contacts/${former}/memberships/${ended}/access`, {
          body: { accessEnabled: false, reason: 'A debt' },
        }),
      );
    },
  ],
  [
    'members of years are imported',
    async () => {
      const plan = 'Old plan';
      await gym.make.plan({ name: plan });
      const contacts = [
        {
          firstName: 'Mo',
          lastName: 'Vega',
          email: 'mo@moving.test',
          membership: { plan, startDate: '2019-03-01', renewal: 'manual' },
        },
      ];
      await done(gym.by.admin.post('/contacts/import', { body: { locationId: gym.locationId, contacts } }));
      const { renewalsOnHold } = (await gym.by.admin.get(`/companies/${gym.companyId}/renewals-on-hold`)).body;
      await done(
        gym.by.admin.post(`/companies/${gym.companyId}/renewals-on-hold/activate`, {
          body: { expectedTotal: renewalsOnHold.total },
        }),
      );
    },
  ],
  [
    'a member moves to another location',
    () => done(gym.by.admin.put(`/contacts/${gym.contactId}`, { body: { homeLocationId: gym.otherLocationId } })),
  ],
  [
    'the grace period is set',
    () => done(gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { memberships: { graceDays: 20 } } })),
  ],
])('what was reported for a closed day stays when %s', async (_what, change) => {
  const before = await closed();
  await change();
  await inDays(1);
  expect(await closed()).toEqual(before);
});

test('a plan change now counts as changed on its day, and renewal turned off and on again as lost and new on theirs', async () => {
  await done(
    gym.by.admin.post(`${path}/plan-change`, {
      body: { membershipId: await gym.make.plan({ price_cents: 9_000 }), when: 'now', waiveDifference: true },
    }),
  );
  expect(await readDay(today)).toMatchObject({
    recurringChanged: 40,
    recurringNew: 0,
    recurringLost: 0,
    recurringRevenue: 90,
  });
  expect(await readDay(addDays(today, -1))).toMatchObject({ recurringChanged: 0, recurringRevenue: 50 });
  await inDays(2);
  await done(gym.by.admin.put(`${path}/renewal`, { body: { autoRenew: false } }));
  const off = today;
  await inDays(2);
  await done(gym.by.admin.put(`${path}/renewal`, { body: { autoRenew: true } }));
  expect(await readDay(off)).toMatchObject({ recurringLost: 90, recurringRevenue: 0 });
  expect(await readDay(today)).toMatchObject({ recurringNew: 90, recurringRevenue: 90, joined: 0, left: 0, atEnd: 1 });
});
