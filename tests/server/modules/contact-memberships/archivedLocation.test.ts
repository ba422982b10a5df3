import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const archive = async () => {
  const admin = await server.as(gym.users.admin);
  expect((await admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
};

/** Bought at a location that is archived on November 15. */
const heldThere = async (plan: object = {}) => {
  const membership = await gym.bought('2026-11-01', { plan: { location_id: gym.otherLocationId, ...plan } });
  gym.setClock('2026-11-15');
  await archive();
  return membership;
};

describe('a membership of an archived location', () => {
  test.each(['admin', 'manager', 'operator'] as const)(
    'is canceled at the end of the period by %s of its company, and that is undone',
    async (as) => {
      const membership = await heldThere();
      const { status, body } = await membership.call(
        'post',
        'cancellation',
        { when: 'period_end', reason: 'moving' },
        { as },
      );
      expect([status, body.contactMembership?.cancelsOn]).toEqual([200, '2026-11-30']);
      expect((await membership.call('delete', 'cancellation', undefined, { as })).body.contactMembership).toMatchObject(
        {
          cancelsOn: null,
          locationId: null,
        },
      );
    },
  );

  test('can be frozen, and its access turned off, by managers of its company', async () => {
    const membership = await heldThere();
    const freeze = { from: '2026-11-16', until: '2026-11-25', reason: 'Away' };
    expect((await membership.call('post', 'freezes', freeze, { as: 'operator' })).body.contactMembership).toMatchObject(
      {
        endDate: '2026-12-10',
      },
    );
    const off = { accessEnabled: false, reason: 'Unpaid' };
    expect((await membership.call('put', 'access', off, { as: 'operator' })).status).toBe(403);
    expect((await membership.call('put', 'access', off)).status).toBe(200);
    expect(
      (await membership.call('post', 'cancellation', { when: 'now', reason: 'moving' }, { as: 'operator' })).status,
    ).toBe(403);
  });

  test('cannot be changed at the point_of_sale level, nor by another company', async () => {
    const membership = await heldThere();
    const body = { when: 'period_end', reason: 'moving' };
    expect((await membership.call('post', 'cancellation', body, { as: 'point_of_sale' })).status).toBe(403);
    const rival = await onlyMembersGym(server, stripe);
    expect((await (await server.as(rival.users.admin)).post(`${membership.path}/cancellation`, { body })).status).toBe(
      404,
    );
  });

  test('no longer renews, and no preview promises it: the last day is the last paid one', async () => {
    const membership = await heldThere();
    expect(await membership.row()).toMatchObject({
      isLocationArchived: true,
      autoRenew: false,
      nextRenewalOn: null,
      nextRenewalAmount: null,
      endDate: '2026-11-30',
    });
    expect((await membership.call('get', 'cancellation?when=period_end')).body.preview).toMatchObject({
      lastDay: '2026-11-30',
      lastPayment: null,
    });
    const renewal = await membership.call('put', 'renewal', { autoRenew: true, by: 'card' });
    expect([renewal.status, renewal.body.message]).toEqual([409, expect.stringContaining('archived')]);
    const other = await gym.make.plan({});
    expect((await membership.call('post', 'plan-change', { membershipId: other, when: 'renewal' })).status).toBe(409);
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await membership.invoices()).toHaveLength(1);
  });

  test('that was canceled for a later day ends with its paid days, and says so', async () => {
    const membership = await gym.bought('2026-11-01', { plan: { location_id: gym.otherLocationId } });
    gym.setClock('2026-11-15');
    const body = { when: 'date', date: '2027-01-15', reason: 'moving' };
    const canceled = await membership.call('post', 'cancellation', body, { as: 'admin' });
    expect(canceled.body.contactMembership).toMatchObject({ cancelsOn: '2027-01-15', nextRenewalOn: '2026-11-30' });
    await archive();
    expect(await membership.row()).toMatchObject({
      cancelsOn: '2026-11-30',
      endDate: '2026-11-30',
      nextRenewalOn: null,
    });
  });

  test('has a history that managers of its company can read', async () => {
    const membership = await heldThere();
    await membership.call('post', 'cancellation', { when: 'period_end', reason: 'moving' });
    const manager = await server.as(gym.users.manager);
    const { body } = await manager.get(
      `/activity?companyId=${gym.companyId}&recordType=contact-membership&recordId=${membership.id}`,
    );
    expect(body.entries[0]).toMatchObject({ action: 'contact-membership.canceled' });
  });
});
