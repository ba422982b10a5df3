import { beforeEach, describe, expect, test } from 'vitest';
import { freeze, onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

describe('the limits', () => {
  test.each([
    ['too short', freeze('2026-11-10', '2026-11-15'), 'A freeze lasts at least 7 days'],
    ['too long', freeze('2026-11-10', '2027-02-08'), 'A freeze lasts at most 90 days'],
    [
      'after the last paid day',
      freeze('2026-12-01', '2026-12-10'),
      'A freeze begins on or before the last paid day, Nov 30, 2026',
    ],
  ])('%s is 409', async (_case, body, message) => {
    const membership = await gym.bought('2026-11-01');
    const response = await membership.call('post', 'freezes', body, { as: 'operator' });
    expect([response.status, response.body.message]).toEqual([409, message]);
  });

  test('may be exceeded by a manager, but not by an operator', async () => {
    const membership = await gym.bought('2026-11-01');
    const short = freeze('2026-11-10', '2026-11-12', { override: true });
    expect((await membership.call('post', 'freezes', short, { as: 'operator' })).status).toBe(403);
    const { body } = await membership.call('post', 'freezes', short);
    expect(body.contactMembership.endDate).toBe('2026-12-03');
    const change = { until: '2027-02-20', override: true };
    const path = `freezes/${body.contactMembership.freezes[0].id}`;
    expect((await membership.call('put', path, { until: change.until })).body.message).toBe(
      'A freeze lasts at most 90 days',
    );
    expect((await membership.call('put', path, change, { as: 'operator' })).status).toBe(403);
    expect((await membership.call('put', path, change)).body.contactMembership.freezes).toMatchObject([
      { until: '2027-02-20' },
    ]);
  });

  test('of twelve months count the days before the start', async () => {
    const membership = await gym.bought('2026-11-01', { plan: { billing_frequency: 'annually' } });
    expect((await membership.call('post', 'freezes', freeze('2026-11-10', '2027-01-28'))).status).toBe(200);
    const { body } = await membership.call('post', 'freezes', freeze('2027-03-01', '2027-04-20'));
    expect(body.message).toBe('A membership is frozen for at most 120 days in twelve months, and 40 are left');
    expect((await membership.call('post', 'freezes', freeze('2027-03-01', '2027-04-09'))).status).toBe(200);
  });

  test('are those of the settings, and earlier freezes stay as agreed', async () => {
    const membership = await gym.bought('2026-11-01', { plan: { billing_frequency: 'annually' } });
    const agreed = await membership.call('post', 'freezes', freeze('2026-11-10', '2027-01-28'));
    await gym.settings({ freezeMinDays: 3, freezeMaxDays: 20, freezeDaysPerYear: 100 });
    const tried = async (from: string, until: string) =>
      (await membership.call('post', 'freezes', freeze(from, until))).body.message;
    expect(await tried('2027-03-01', '2027-03-02')).toBe('A freeze lasts at least 3 days');
    expect(await tried('2027-03-01', '2027-03-21')).toBe('A freeze lasts at most 20 days');
    expect(await tried('2027-03-01', '2027-03-20')).toBe('Freeze saved');
    expect(await tried('2027-04-01', '2027-04-03')).toBe(
      'A membership is frozen for at most 100 days in twelve months, and 0 are left',
    );
    const { endDate, freezes } = await membership.row();
    expect([freezes[0], endDate]).toEqual([agreed.body.contactMembership.freezes[0], '2028-02-08']);
  });

  test('refuse overlapping freezes, counting an open one to its last possible day', async () => {
    const membership = await gym.bought('2026-11-01', { plan: { billing_frequency: 'annually' } });
    await membership.call('post', 'freezes', freeze('2026-12-01', '2026-12-10'));
    expect((await membership.call('post', 'freezes', freeze('2026-11-20', null))).body.message).toBe(
      'There is another freeze from Dec 1, 2026 to Dec 10, 2026',
    );
    expect((await membership.call('post', 'freezes', freeze('2026-12-10', '2026-12-20'))).status).toBe(409);
    expect((await membership.call('post', 'freezes', freeze('2026-12-11', '2026-12-20'))).status).toBe(200);
  });

  test.each([
    ['that ends before it begins', freeze('2026-11-10', '2026-11-09')],
    ['in the past', freeze('2026-10-31', '2026-11-30')],
    ['without a reason', { from: '2026-11-10', until: null }],
    ['on no date', freeze('2026-11-31', null)],
  ])('a freeze %s is 400', async (_case, body) => {
    const membership = await gym.bought('2026-11-01');
    expect((await membership.call('post', 'freezes', body)).status).toBe(400);
  });

  test('a one-time plan is not frozen', async () => {
    const membership = await gym.bought('2026-11-01', {
      plan: { billing_frequency: 'one_time', access_duration_days: 30 },
    });
    expect((await membership.call('post', 'freezes', freeze('2026-11-10', '2026-11-20'))).body.message).toBe(
      'A one-time membership cannot be frozen',
    );
  });
});
