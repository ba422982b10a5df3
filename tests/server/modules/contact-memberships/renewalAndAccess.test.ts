import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { createGym } from '#tests/support/gym.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

describe('renewal', () => {
  test('is turned off and on, and by hand is not charged to the card', async () => {
    const held = await gym.bought('2026-11-01');
    expect(
      (await held.call('put', 'renewal', { autoRenew: false }, { as: 'operator' })).body.contactMembership,
    ).toMatchObject({ autoRenew: false, nextRenewalOn: null });
    expect((await held.call('put', 'renewal', { autoRenew: true, by: 'manual' })).body.contactMembership).toMatchObject(
      { autoRenew: true, renewsBy: 'manual', nextRenewalOn: '2026-11-30' },
    );
    gym.setClock('2026-11-30');
    await gym.renew();
    expect((await held.invoices()).map(({ status }) => status)).toEqual(['paid', 'open']);
    await held.call('put', 'renewal', { autoRenew: true, by: 'card' });
    await gym.renew();
    expect((await held.row()).endDate).toBe('2026-12-31');
  });

  test('is refused for a one-time, canceled or ended membership', async () => {
    const once = await gym.bought('2026-11-01', { plan: { billing_frequency: 'one_time', access_duration_days: 5 } });
    expect((await once.call('put', 'renewal', { autoRenew: true })).status).toBe(409);
    const held = await gym.bought('2026-11-01', { autoRenew: false });
    await held.call('post', 'cancellation', { when: 'period_end', reason: 'other' });
    expect((await held.call('put', 'renewal', { autoRenew: true })).status).toBe(409);
    await held.call('delete', 'cancellation');
    gym.setClock('2026-12-01');
    expect((await held.call('put', 'renewal', { autoRenew: true })).body.message).toBe('This membership has ended');
    expect((await held.call('put', 'renewal', { autoRenew: 'yes' })).status).toBe(400);
    expect(
      (await (await createGym(server)).by.admin.put(`${held.path}/renewal`, { body: { autoRenew: true } })).status,
    ).toBe(404);
  });
});

describe('access', () => {
  test('is turned off and on by a manager, with a reason; check-ins and the renewal follow', async () => {
    const held = await gym.bought('2026-11-01');
    expect(
      (await held.call('put', 'access', { accessEnabled: false, reason: 'Card stolen' })).body.contactMembership,
    ).toMatchObject({ accessEnabled: false, nextRenewalOn: null });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect([await held.checkIn(), (await held.invoices()).length]).toEqual(['Membership access is suspended', 1]);
    await held.call('put', 'access', { accessEnabled: true, reason: 'New card' });
    expect(await held.checkIn()).toBe('granted');
  });

  test('needs a reason and a manager of the same company', async () => {
    const held = await gym.bought('2026-11-01');
    const body = { accessEnabled: false, reason: 'Card stolen' };
    expect((await held.call('put', 'access', { accessEnabled: false })).status).toBe(400);
    expect((await held.call('put', 'access', body, { as: 'operator' })).status).toBe(403);
    expect((await (await createGym(server)).by.admin.put(`${held.path}/access`, { body })).status).toBe(404);
  });

  test('of a membership at another location cannot be changed by a manager', async () => {
    const held = await gym.bought('2026-11-01', { plan: { location_id: gym.otherLocationId } });
    const body = { accessEnabled: false, reason: 'Card stolen' };
    expect((await held.call('put', 'access', body)).status).toBe(404);
    expect((await held.call('put', 'access', body, { as: 'admin' })).status).toBe(200);
  });
});
