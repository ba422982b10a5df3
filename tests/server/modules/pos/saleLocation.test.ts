import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { makeAdmin } from '#tests/support/gym.ts';
import { payingServer } from '#tests/support/payingGym.ts';
import { createStaff } from '#tests/support/staff.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
/** A member whose home is the other location, where the operator does not work. */
let memberId: string;
let planId: string;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
  memberId = await gym.make.contact({ home_location_id: gym.otherLocationId });
  planId = await gym.make.plan();
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('locations').set({ sales_tax_rate: 0.1 }).where('id', '=', gym.otherLocationId).execute(),
  );
});

const today = () => todayIn(gym.timezone, server.clock.now);
const by = (level: keyof MembersGym['users']) => server.as(gym.users[level]);
const sell = async (change: object = {}, level: 'operator' | 'admin' = 'operator') =>
  (await by(level)).post('/memberships/purchase', {
    body: {
      contactId: memberId,
      membershipId: planId,
      startDate: today(),
      paymentMethod: 'cash',
      locationId: gym.locationId,
      ...change,
    },
  });
const openDrawer = async (locationId: string) => {
  const { status, body } = await (await by('admin')).post('/drawers', { body: { locationId, float: 0 } });
  expect(status).toBe(201);
  return body.drawer.id as string;
};
const expectedCash = async (drawerId: string) =>
  (await (await by('admin')).get(`/drawers/${drawerId}`)).body.drawer.expected;

describe('a sale belongs to the location where it was made', () => {
  test('its tax and its cash are that location’s, and the preview says so', async () => {
    const [here, there] = [await openDrawer(gym.locationId), await openDrawer(gym.otherLocationId)];
    const { body: preview } = await (
      await by('operator')
    ).get(`/memberships/${planId}/preview/${memberId}?locationId=${gym.locationId}`);
    const { status, body } = await sell();
    expect([status, body.totalAmount, body.invoice.locationId]).toEqual([201, 53.99, gym.locationId]);
    expect(preview.preview.total).toBe(body.totalAmount);
    expect([await expectedCash(here), await expectedCash(there)]).toEqual([53.99, 0]);
  });

  test('without a named location it is the contact’s home location', async () => {
    const { body: preview } = await (await by('operator')).get(`/memberships/${planId}/preview/${memberId}`);
    const { status, body } = await sell({ locationId: undefined });
    expect([status, body.totalAmount, body.invoice.locationId]).toEqual([201, 54.99, gym.otherLocationId]);
    expect(preview.preview.total).toBe(54.99);
  });

  test('a plan of one location is sold there, wherever the seller works', async () => {
    const theirs = await gym.make.plan({ location_id: gym.otherLocationId });
    const { status, body } = await sell({ membershipId: theirs }, 'admin');
    expect([status, body.invoice.locationId]).toEqual([201, gym.otherLocationId]);
  });

  test('nobody sells at a location without access to it, nor at another company’s', async () => {
    const rival = await onlyMembersGym(server, stripe);
    for (const locationId of [gym.otherLocationId, rival.locationId]) {
      expect(await sell({ locationId })).toMatchObject({ status: 404, body: { message: 'Location not found' } });
      expect(
        (await (await by('operator')).get(`/memberships/${planId}/preview/${memberId}?locationId=${locationId}`))
          .status,
      ).toBe(404);
    }
    expect((await sell({ locationId: 'Denver' })).status).toBe(400);
    // At the rival the same person sells, but not this company's plan.
    await makeAdmin(server.database, gym.users.operator.id, rival.companyId);
    expect(await sell({ locationId: rival.locationId })).toMatchObject({
      status: 404,
      body: { message: 'Location not found' },
    });
  });

  test('users who work there and the user who made it can read it', async () => {
    const { body: here } = await sell();
    expect((await (await by('operator')).get(`/invoices/${here.invoice.id}`)).status).toBe(200);
    const { body: there } = await sell({ locationId: undefined });
    expect((await (await by('operator')).get(`/invoices/${there.invoice.id}`)).status).toBe(200);
    const colleague = await createStaff(() => ({ server, gym })).grantee({
      locationId: gym.locationId,
      accessLevel: 'operator',
    });
    expect((await colleague.caller.get(`/invoices/${here.invoice.id}`)).status).toBe(200);
    expect((await colleague.caller.get(`/invoices/${there.invoice.id}`)).status).toBe(404);
  });

  test('cash that is refunded leaves that location’s drawer', async () => {
    const here = await openDrawer(gym.locationId);
    const { body } = await sell();
    const { status } = await (
      await by('manager')
    ).post(`/invoices/${body.invoice.id}/refunds`, {
      body: { amount: 53.99, destination: 'cash', reason: 'Mistake', membership: 'end_now' },
    });
    expect([status, await expectedCash(here)]).toEqual([201, 0]);
  });

  test('renewals, freeze fees and changes of plan keep the membership’s sale location', async () => {
    const { body } = await sell({ autoRenew: true, paymentMethod: 'other', otherMethod: 'Check' });
    const path = `/contacts/${memberId}/memberships/${body.contactMembership.id}`;
    await gym.settings({ freezeFee: 5 });
    const admin = await by('admin');
    const freeze = { from: today(), until: addDays(today(), 9), reason: 'Away' };
    expect((await admin.post(`${path}/freezes`, { body: freeze })).body.invoice?.locationId).toBe(gym.locationId);
    gym.setClock(addDays(today(), 11));
    const better = await gym.make.plan({ price_cents: 8_000 });
    const changed = await (
      await by('admin')
    ).post(`${path}/plan-change`, { body: { membershipId: better, when: 'now', method: 'cash' } });
    expect([changed.status, changed.body.invoice?.locationId]).toEqual([200, gym.locationId]);
    gym.setClock(changed.body.contactMembership.endDate);
    await gym.renew();
    const renewals = (await gym.books.invoicesOf(memberId)).filter(({ description }) =>
      description.includes('renewal'),
    );
    expect(renewals.map(({ location_id }) => location_id)).toEqual([gym.locationId]);
  });

  test('a membership sold at a location that is archived later renews at the contact’s home location', async () => {
    const { body } = await sell(
      { locationId: gym.otherLocationId, contactId: await gym.make.contact(), autoRenew: true },
      'admin',
    );
    expect(
      (await (await by('admin')).put(`/contacts/${memberId}`, { body: { homeLocationId: gym.locationId } })).status,
    ).toBe(200);
    expect((await (await by('admin')).delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    gym.setClock(body.contactMembership.endDate);
    await gym.renew();
    const { contactId } = body.contactMembership;
    expect((await gym.books.invoicesOf(contactId)).map(({ location_id }) => location_id)).toEqual([
      gym.otherLocationId,
      gym.locationId,
    ]);
  });
});
