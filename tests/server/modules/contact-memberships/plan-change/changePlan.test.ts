import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

describe('a change of plan', () => {
  const off = { name: 'Off-Peak', price_cents: 2_999 };

  test('is charged with the next renewal, whose invoice and row then have the new plan', async () => {
    const held = await gym.bought('2026-11-01');
    const membershipId = await gym.make.plan(off);
    expect((await held.call('get', `plan-change?membershipId=${membershipId}&when=renewal`)).body.preview).toEqual({
      on: '2026-12-01',
      name: 'Off-Peak',
      price: 29.99,
      total: 32.39,
      difference: null,
      contractEndDate: null,
    });
    const { status, body } = await held.call('post', 'plan-change', { membershipId, when: 'renewal' });
    expect(status).toBe(200);
    expect(body.contactMembership).toMatchObject({
      membershipName: 'Monthly Unlimited',
      purchasePrice: 49.99,
      nextRenewalOn: '2026-11-30',
      nextRenewalAmount: 32.39,
      plannedChange: { membershipId, name: 'Off-Peak', on: '2026-12-01' },
    });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await held.row()).toMatchObject({
      membershipId,
      membershipName: 'Off-Peak',
      purchasePrice: 29.99,
      endDate: '2026-12-31',
      plannedChange: null,
    });
    expect((await held.invoices())[1]).toMatchObject({
      status: 'paid',
      subtotal_cents: 2_999,
      description: 'Membership purchase: Off-Peak (renewal)',
    });
    gym.setClock('2026-12-31');
    await gym.renew();
    expect((await held.invoices())[2]).toMatchObject({ status: 'paid', subtotal_cents: 2_999 });
  });

  test('has no day while an open freeze is planned or in progress, and begins the day after the moved end', async () => {
    const held = await gym.bought('2026-11-01');
    const membershipId = await gym.make.plan({ type: 'contract', contract_length_months: 6 });
    const preview = async () => {
      const { on, contractEndDate } = (await held.call('get', `plan-change?membershipId=${membershipId}`)).body.preview;
      return [on, contractEndDate];
    };
    expect(await preview()).toEqual(['2026-12-01', '2027-05-31']);
    const { body } = await held.call('post', 'freezes', { from: '2026-11-20', until: null, reason: 'Travel' });
    const freezeId = body.contactMembership.freezes[0].id;
    expect(await preview()).toEqual([null, null]);
    await held.call('post', 'plan-change', { membershipId });
    for (const day of ['2026-11-10', '2026-11-25', '2026-12-03']) {
      gym.setClock(day);
      await gym.renew();
      expect([day, (await held.row()).plannedChange]).toEqual([
        day,
        { membershipId, name: expect.any(String), on: null },
      ]);
    }
    await held.call('put', `freezes/${freezeId}`, { until: '2026-12-09' });
    expect((await held.row()).plannedChange.on).toBe('2026-12-21');
    gym.setClock('2026-12-20');
    await gym.renew();
    expect(await held.row()).toMatchObject({ membershipId, endDate: '2027-01-20', plannedChange: null });
    const admin = await server.as(gym.users.admin);
    const log = await admin.get(
      `/activity?companyId=${gym.companyId}&recordType=contact-membership&recordId=${held.id}`,
    );
    const changes = log.body.entries.flatMap((entry: { changes: unknown[] }) => entry.changes);
    expect(changes).toContainEqual({ field: 'plannedOn', before: null, after: '2026-12-21' });
    expect(JSON.stringify(changes)).not.toContain('2026-12-01');
  });

  test('to annual billing is counted from the first start, even after a freeze', async () => {
    const held = await gym.bought('2027-01-31');
    await held.call('post', 'freezes', { from: '2027-02-01', until: '2027-02-10', reason: 'Travel' });
    expect((await held.row()).endDate).toBe('2027-03-09');
    const membershipId = await gym.make.plan({ billing_frequency: 'annually', price_cents: 50_000 });
    await held.call('post', 'plan-change', { membershipId });
    for (const day of ['2027-03-09', '2028-03-08', '2028-03-09']) {
      gym.setClock(day);
      await gym.renew();
    }
    // 13 months after 31 January 2027 is 29 February 2028; a day before it, and ten frozen days.
    expect((await held.invoices()).map(({ subtotal_cents }) => subtotal_cents)).toEqual([4_999, 50_000, 50_000]);
    expect((await held.row()).endDate).toBe('2029-03-09');
  });

  test('to a contract starts it again, from a contract ends it', async () => {
    const held = await gym.bought('2026-11-01', { plan: { type: 'contract', contract_length_months: 2 } });
    const membershipId = await gym.make.plan({ type: 'contract', contract_length_months: 6 });
    expect((await held.call('get', `plan-change?membershipId=${membershipId}`)).body.preview.contractEndDate).toBe(
      '2027-05-31',
    );
    await held.call('post', 'plan-change', { membershipId });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await held.row()).toMatchObject({
      membershipType: 'contract',
      contractEndDate: '2027-05-31',
      endDate: '2026-12-31',
    });
    await held.call('post', 'plan-change', { membershipId: await gym.make.plan(off) });
    gym.setClock('2026-12-31');
    await gym.renew();
    expect(await held.row()).toMatchObject({
      membershipType: 'no_contract',
      contractEndDate: null,
      endDate: '2027-01-31',
    });
  });

  test('at the end of a contract continues with the new plan', async () => {
    const held = await gym.bought('2026-11-01', { plan: { type: 'contract', contract_length_months: 1 } });
    expect((await held.row()).nextRenewalOn).toBeNull();
    await held.call('post', 'plan-change', { membershipId: await gym.make.plan(off) });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await held.row()).toMatchObject({
      membershipName: 'Off-Peak',
      endDate: '2026-12-31',
      contractEndDate: null,
    });
  });

  test('is undone until it is billed', async () => {
    const held = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
    const membershipId = await gym.make.plan(off);
    await held.call('post', 'plan-change', { membershipId });
    expect((await held.call('delete', 'plan-change')).body.contactMembership.plannedChange).toBeNull();
    expect((await held.call('delete', 'plan-change')).status).toBe(409);
    await held.call('post', 'plan-change', { membershipId });
    gym.setClock('2026-11-30');
    await gym.renew();
    // The card was declined: the plan stays as it is until the period is paid.
    expect((await held.row()).membershipName).toBe('Monthly Unlimited');
    expect((await held.call('delete', 'plan-change')).body.message).toBe(
      'The next period has already been billed. The plan can change when it is paid.',
    );
  });

  test('is neither planned nor undone after a cancellation, whose last day is in the rhythm of the plan to come', async () => {
    await gym.settings({ cancellationNoticeDays: 20 });
    const held = await gym.bought('2026-11-01');
    const membershipId = await gym.make.plan({ name: 'Yearly', billing_frequency: 'annually', price_cents: 50_000 });
    await held.call('post', 'plan-change', { membershipId });
    gym.setClock('2026-11-15');
    const cancel = async () => {
      const { body } = await held.call('post', 'cancellation', { reason: 'price' });
      return body.contactMembership.cancelsOn;
    };
    const refused = [409, 'This membership is canceled. Undo the cancellation first.'];
    expect(await cancel()).toBe('2027-11-30');
    expect((await held.row()).plannedChange).toEqual({ membershipId, name: 'Yearly', on: '2026-12-01' });
    const undone = await held.call('delete', 'plan-change');
    expect([undone.status, undone.body.message]).toEqual(refused);
    await held.call('delete', 'cancellation');
    expect((await held.call('delete', 'plan-change')).status).toBe(200);
    expect(await cancel()).toBe('2026-12-31');
    const planned = await held.call('post', 'plan-change', { membershipId });
    expect([planned.status, planned.body.message]).toEqual(refused);
  });

  test('that a cancellation comes before is not shown', async () => {
    const held = await gym.bought('2026-11-01');
    await held.call('post', 'plan-change', { membershipId: await gym.make.plan(off) });
    await held.call('post', 'cancellation', { reason: 'price' });
    expect(await held.row()).toMatchObject({ cancelsOn: '2026-11-30', plannedChange: null });
  });

  test('does not come while renewal is off, so it is not said; turned on again, it is said and comes', async () => {
    const held = await gym.bought('2026-11-01');
    const membershipId = await gym.make.plan(off);
    await held.call('post', 'plan-change', { membershipId });
    const turned = async (autoRenew: boolean) =>
      (await held.call('put', 'renewal', { autoRenew, by: 'card' }, { as: 'operator' })).body.contactMembership;
    expect(await turned(false)).toMatchObject({ plannedChange: null, nextRenewalOn: null, nextRenewalAmount: null });
    expect(await turned(true)).toMatchObject({
      plannedChange: { membershipId, name: 'Off-Peak', on: '2026-12-01' },
      nextRenewalAmount: 32.39,
    });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await held.row()).toMatchObject({ membershipName: 'Off-Peak', purchasePrice: 29.99 });
  });

  test('whose period is billed comes when that is paid, also after renewal has stopped', async () => {
    const held = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
    await held.call('post', 'plan-change', { membershipId: await gym.make.plan(off) });
    gym.setClock('2026-11-30');
    await gym.renew();
    await held.call('put', 'renewal', { autoRenew: false, by: 'card' });
    expect(await held.row()).toMatchObject({ autoRenew: false, plannedChange: { name: 'Off-Peak', on: '2026-12-01' } });
    const manager = await server.as(gym.users.manager);
    await manager.post(`/invoices/${(await held.invoices())[1]?.id}/payments`, { body: { method: 'cash' } });
    expect(await held.row()).toMatchObject({ membershipName: 'Off-Peak', endDate: '2026-12-31', plannedChange: null });
  });

  test('to the same plan takes the member to its new price', async () => {
    const held = await gym.bought('2026-11-01');
    const refused = await held.call('post', 'plan-change', { membershipId: held.planId });
    expect([refused.status, refused.body.message]).toEqual([409, 'The plan is already Monthly Unlimited']);
    await gym.by.admin.put(`/memberships/${held.planId}`, { body: { price: 59.99 } });
    const { status, body } = await held.call('post', 'plan-change', { membershipId: held.planId, when: 'renewal' });
    expect([status, body.contactMembership]).toMatchObject([
      200,
      {
        purchasePrice: 49.99,
        nextRenewalAmount: 64.79,
        plannedChange: { membershipId: held.planId, on: '2026-12-01' },
      },
    ]);
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await held.row()).toMatchObject({ membershipId: held.planId, purchasePrice: 59.99, plannedChange: null });
    expect((await held.invoices())[1]).toMatchObject({ status: 'paid', subtotal_cents: 5_999 });
    const again = await held.call('post', 'plan-change', { membershipId: held.planId });
    expect([again.status, again.body.message]).toEqual([409, 'The plan is already Monthly Unlimited']);
  });

  test('is refused if there is nothing to change', async () => {
    const held = await gym.bought('2026-11-01');
    const change = async (membershipId: string, as?: 'operator') => {
      const { status, body } = await held.call('post', 'plan-change', { membershipId }, as && { as });
      return [status, body.message];
    };
    expect(await change(held.planId)).toEqual([409, 'The plan is already Monthly Unlimited']);
    expect(await change(await gym.make.plan({ name: 'Old', is_published: false }))).toEqual([
      409,
      'Old is not on sale',
    ]);
    expect(await change(await gym.make.plan({ name: 'Gone', archived_at: server.clock.now }))).toEqual([
      409,
      'Gone is no longer on sale',
    ]);
    expect(await change(await gym.make.plan({ billing_frequency: 'one_time', access_duration_days: 1 }))).toEqual([
      400,
      'A membership can only change to a plan that renews',
    ]);
    const membershipId = await gym.make.plan(off);
    expect((await change(membershipId, 'operator'))[0]).toBe(403);
    expect((await held.call('post', 'plan-change', { membershipId, when: 'later' })).status).toBe(400);
    await held.call('put', 'renewal', { autoRenew: false });
    expect((await change(membershipId))[1]).toBe('Turn renewal on first. The plan changes with the next renewal.');
  });
});

test('a manager of another location may change here only what operators may', async () => {
  const held = await gym.bought('2026-11-01', { plan: { location_id: gym.locationId } });
  const membershipId = await gym.make.plan({ name: 'Gold', price_cents: 7_999 });
  const grant = {
    user_id: gym.users.operator.id,
    company_id: gym.companyId,
    location_id: gym.otherLocationId,
    access_level: 'manager' as const,
  };
  await server.database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(grant).execute());
  const as = { as: 'operator' } as const;
  for (const when of ['now', 'renewal'])
    expect((await held.call('post', 'plan-change', { membershipId, when }, as)).status).toBe(403);
  expect((await held.call('put', 'access', { accessEnabled: false, reason: 'Card stolen' }, as)).status).toBe(403);
  await held.call('post', 'plan-change', { membershipId });
  expect((await held.call('delete', 'plan-change', undefined, as)).status).toBe(403);
  expect((await held.call('put', 'renewal', { autoRenew: false }, as)).status).toBe(200);
});

test('each change is in the activity log with what changed', async () => {
  const held = await gym.bought('2026-11-01');
  await held.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
  const entries = await server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('activity')
      .select(['actor_id', 'changes'])
      .where('record_id', '=', held.id)
      .where('action', '=', 'contact-membership.canceled')
      .execute(),
  );
  expect(entries).toMatchObject([{ actor_id: gym.users.manager.id }]);
  expect(entries[0]?.changes).toContainEqual({ field: 'cancelsOn', before: null, after: '2026-11-30' });
});
