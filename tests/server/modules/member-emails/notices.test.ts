import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { readCardDetails } from '#server/modules/stripe/cardDetails.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
const emails = memberEmails(server);
let gym: MembersGym;
beforeEach(async () => {
  // Memberships of earlier tests no longer count.
  await server.database.scoped(await server.database.everyCompany(), (tx) =>
    tx.updateTable('contact_memberships').set({ access_enabled: false }).execute(),
  );
  gym = await onlyMembersGym(server, stripe);
});

const settings = async (change: object) => {
  const admin = await server.as(gym.users.admin);
  expect((await admin.put(`/companies/${gym.companyId}/settings`, { body: { emails: change } })).status).toBe(200);
};
/** Runs the job several times a day, each time twice at once; returns what was emailed on which day. */
async function daily(from: string, days: number) {
  const said: [string, string][] = [];
  for (let day = 0; day < days; day += 1) {
    gym.setClock(addDays(from, day));
    await Promise.all([emails.notices(), emails.notices()]);
    await emails.notices();
    for (const { subject } of await emails.send()) said.push([addDays(from, day), subject]);
  }
  return said;
}

describe('An upcoming renewal', () => {
  const renews = 'Your membership renews on Nov 30, 2026';

  test('is announced three days before, once, with the amount to be charged', async () => {
    await gym.bought('2026-11-01');
    await emails.send();
    expect(await daily('2026-11-25', 2)).toEqual([]);
    gym.setClock('2026-11-27');
    await Promise.all([emails.notices(), emails.notices(), emails.notices()]);
    const [mail, ...others] = await emails.send();
    expect(others).toEqual([]);
    expect(mail?.text).toContain('On November 30, 2026, we will charge $53.99 to your saved card');
    expect(await daily('2026-11-28', 3)).toEqual([]);
  });

  test.each([
    [11, /This card, Visa ending in 4242, can only be charged until November 30, 2026\. Please give us a new card/],
    [12, undefined],
  ])('names the card if it will have expired by then: one until month %i of 2026', async (month, words) => {
    const { contactId } = await gym.bought('2026-11-02');
    const [customer] = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('stripe_customers').select('payment_method_id').where('contact_id', '=', contactId).execute(),
    );
    gym.account.expire(customer?.payment_method_id ?? '', 2026, month);
    await readCardDetails(server.context);
    await emails.send();
    gym.setClock('2026-11-28');
    await emails.notices();
    const [mail] = await emails.send();
    expect(mail?.subject).toBe('Your membership renews on Dec 1, 2026');
    if (words) expect(mail?.text).toMatch(words);
    else expect(mail?.text).not.toContain('This card');
  });

  test('is announced in each period, on the days in the settings', async () => {
    await settings({ renewalUpcomingDays: 5 });
    await gym.bought('2026-11-01');
    await emails.send();
    expect(await daily('2026-11-20', 10)).toEqual([['2026-11-25', renews]]);
    gym.setClock('2026-11-30');
    await gym.renew();
    await emails.send();
    expect(await daily('2026-12-20', 8)).toEqual([['2026-12-26', 'Your membership renews on Dec 31, 2026']]);
  });

  test('is announced from nine in the morning in the location’s time zone', async () => {
    await gym.bought('2026-11-01');
    await emails.send();
    // 8:59 in Denver.
    server.clock.now = new Date('2026-11-27T15:59:00Z');
    await emails.notices();
    expect(await emails.rows()).toHaveLength(1);
    server.clock.now = new Date('2026-11-27T16:00:00Z');
    await emails.notices();
    expect(await emails.send()).toHaveLength(1);
  });

  test('is announced again when a freeze moves it', async () => {
    const membership = await gym.bought('2026-11-01');
    await daily('2026-11-27', 1);
    await membership.call('post', 'freezes', { from: '2026-11-28', until: '2026-12-07', reason: 'A trip' });
    await emails.send();
    expect(await daily('2026-11-28', 14)).toEqual([['2026-12-07', 'Your membership renews on Dec 10, 2026']]);
  });

  test('is not announced when it is turned off, canceled, frozen without an end, or without access', async () => {
    const canceled = await gym.bought('2026-11-01');
    await canceled.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
    const frozen = await gym.bought('2026-11-01');
    await frozen.call('post', 'freezes', { from: '2026-11-20', until: null, reason: 'A trip' });
    const shut = await gym.bought('2026-11-01');
    await shut.call('put', 'access', { accessEnabled: false, reason: 'A debt' });
    await settings({ membershipEnding: false });
    await emails.send();
    expect(await daily('2026-11-26', 4)).toEqual([]);
    await gym.bought('2026-12-01');
    await settings({ renewalUpcoming: false });
    await emails.send();
    expect(await daily('2026-12-27', 4)).toEqual([]);
  });

  test('is not emailed when it is canceled before the email is sent', async () => {
    const membership = await gym.bought('2026-11-01');
    await emails.send();
    gym.setClock('2026-11-28');
    await emails.notices();
    await membership.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
    expect((await emails.send()).map(({ subject }) => subject)).toEqual(['Your membership is canceled']);
  });
});

describe('An upcoming end', () => {
  const ends = 'Your membership ends on Nov 30, 2026';
  const membership =
    (change: object = {}) =>
    async () =>
      gym.make.contactMembership(await gym.make.contact(), {
        start_date: '2026-11-01',
        end_date: '2026-11-30',
        ...change,
      });

  test('is announced seven days before, once', async () => {
    await gym.bought('2026-11-01', { autoRenew: false });
    await emails.send();
    expect(await daily('2026-11-20', 12)).toEqual([['2026-11-23', ends]]);
  });

  test('is announced when the server was down on that day', async () => {
    await membership()();
    expect(await daily('2026-11-29', 2)).toEqual([['2026-11-29', ends]]);
  });

  test('the end of a canceled membership is announced, unless the cancellation was emailed just before', async () => {
    const early = await gym.bought('2026-11-01');
    await early.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
    const late = await gym.bought('2026-11-01');
    gym.setClock('2026-11-24');
    await late.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
    await emails.send();
    expect(await daily('2026-11-24', 7)).toEqual([['2026-11-24', ends]]);
  });

  test('the end of a contract is announced, while its renewals are announced before', async () => {
    await membership({
      membership_type: 'contract',
      auto_renew: true,
      contract_length_months: 1,
      contract_end_date: '2026-11-30',
    })();
    expect(await daily('2026-11-20', 11)).toEqual([['2026-11-23', ends]]);
  });

  test.each([
    ['a pass of seven days', { start_date: '2026-11-24' }],
    ['one that renews manually', { auto_renew: true, renews_by: 'manual' }],
    ['an imported one on hold', { renewal_on_hold: 'card' }],
    ['one that was never granted', { granted_at: null }],
    ['one without an end', { end_date: null }],
  ])('nothing is announced for %s', async (_case, change) => {
    await membership(change)();
    expect(await daily('2026-11-20', 12)).toEqual([]);
  });

  test('is not announced to a member who holds another membership for longer', async () => {
    const contactId = await gym.make.contact();
    await gym.make.contactMembership(contactId, { start_date: '2026-11-01', end_date: '2026-11-30' });
    await gym.make.contactMembership(contactId, { start_date: '2026-12-01', end_date: '2027-01-31' });
    expect(await daily('2026-11-20', 12)).toEqual([]);
  });

  test.each([
    ['that renews', { auto_renew: true }],
    ['that was imported and is on hold', { renewal_on_hold: 'card' }],
  ])(
    'is announced for a membership %s whose next plan is at an archived location, where nothing is billed',
    async (_case, change) => {
      await membership({
        ...change,
        planned_membership_id: await gym.make.plan(),
        planned_name: 'Gold',
        planned_type: 'no_contract',
        planned_billing_frequency: 'monthly',
        planned_price_cents: 6_000,
        planned_location_id: gym.otherLocationId,
      })();
      const admin = await server.as(gym.users.admin);
      expect((await admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
      expect(await daily('2026-11-20', 12)).toEqual([['2026-11-23', ends]]);
      gym.setClock('2026-11-25');
      const operator = await server.as(gym.users.operator);
      const { items } = (await operator.get(`/attention?locationId=${gym.locationId}`)).body;
      expect(items).toMatchObject([{ kind: 'ending', on: '2026-11-30' }]);
    },
  );

  test.each([
    ['renews by card', { auto_renew: true }],
    ['renews manually', { auto_renew: true, renews_by: 'manual' }],
    ['does not renew', {}],
  ] as const)('is announced once at an archived location, for one that %s', async (_case, change) => {
    const contactId = await gym.make.contact();
    const days = { start_date: '2026-11-01', end_date: '2026-11-30', location_id: gym.otherLocationId };
    // Nor does the other one last for longer.
    await gym.make.contactMembership(contactId, { ...days, end_date: '2026-11-12', auto_renew: true });
    await gym.make.contactMembership(contactId, { ...days, ...change });
    const admin = await server.as(gym.users.admin);
    expect((await admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    expect(await daily('2026-11-13', 20)).toEqual([['2026-11-23', ends]]);
  });

  test('follows the settings of each company', async () => {
    await settings({ membershipEndingDays: 2 });
    await membership()();
    expect(await daily('2026-11-20', 12)).toEqual([['2026-11-28', ends]]);
    await settings({ membershipEnding: false });
    await membership({ start_date: '2026-12-01', end_date: '2026-12-31' })();
    expect(await daily('2026-12-27', 5)).toEqual([]);
  });

  test('is not emailed when it was moved before the email is sent', async () => {
    const id = await membership()();
    gym.setClock('2026-11-25');
    await emails.notices();
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('contact_memberships').set({ end_date: '2026-12-31' }).where('id', '=', id).execute(),
    );
    expect(await emails.send()).toEqual([]);
  });
});

describe('a cancellation', () => {
  test('that is undone is told, too: the member heard that nothing would be charged', async () => {
    const membership = await gym.bought('2026-11-01');
    await emails.send();
    await membership.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
    expect((await emails.send()).map(({ subject }) => subject)).toEqual(['Your membership is canceled']);
    await membership.call('delete', 'cancellation');
    const [mail] = await emails.send();
    expect(mail?.subject).toBe('Your membership continues');
    expect(mail?.text).toContain('It renews on November 30, 2026.');
  });
});
