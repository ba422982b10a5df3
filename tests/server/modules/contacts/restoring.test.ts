import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';
import { deletionCalls } from '#tests/support/deletedContacts.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const { by, remove, restore } = deletionCalls(server, () => gym);

describe('an admin may take a deletion back for 30 days', () => {
  const deleted = async (change: object = {}, membership: object = {}) => {
    const contactId = await gym.make.contact({
      first_name: 'Ann',
      email: `ann-${Math.random()}@member.test`,
      ...change,
    });
    await gym.make.contactMembership(contactId, { auto_renew: true, end_date: '2026-10-20', ...membership });
    expect((await remove(contactId, 'admin')).status).toBe(200);
    return contactId;
  };

  test('everything is back, and a membership that ended stays ended', async () => {
    const contactId = await deleted();
    const { body } = await (await by('admin')).get(`/contacts/${contactId}/deletion`);
    expect(body.deletion).toEqual({
      name: 'Ann Jones',
      deletedAt: server.clock.now.toISOString(),
      erasure: null,
      restorableUntil: expect.stringContaining('2026-12-01'),
      isRestorable: true,
    });
    expect(await restore(contactId)).toMatchObject({
      status: 200,
      body: { message: 'Contact restored', contact: { id: contactId, firstName: 'Ann' } },
    });
    expect(
      (await (await by('operator')).get('/contacts?search=Ann&memberFilter=non-members')).body.contacts.map(
        ({ contact }: { contact: { id: string } }) => contact.id,
      ),
    ).toContain(contactId);
    const { body: history } = await (await by('operator')).get(`/contacts/${contactId}/memberships`);
    expect(history.memberships).toMatchObject([{ endDate: '2026-10-20', autoRenew: false, accessEnabled: true }]);
    expect((await restore(contactId)).body.message).toBe('This contact is not deleted');
    expect((await (await by('admin')).get(`/contacts/${contactId}/deletion`)).status).toBe(404);
  });

  test('nothing of a membership that has ended is left for a later day: no last day, no renewal that waits for its activation', async () => {
    const planned = {
      planned_membership_id: await gym.make.plan(),
      planned_name: 'Gold',
      planned_type: 'no_contract' as const,
      planned_billing_frequency: 'monthly' as const,
      planned_price_cents: 6_000,
    };
    const canceled = await deleted(
      {},
      { ...planned, cancels_on: '2027-01-31', cancel_when: 'date', cancel_reason: 'moving' },
    );
    const held = await deleted({}, { auto_renew: false, renewal_on_hold: 'card' });
    const ids = [canceled, held];
    const paths = [
      `/attention?locationId=${gym.locationId}`,
      `/companies/${gym.companyId}/renewals-on-hold`,
      `/reports/memberships?from=2026-10-01&to=2026-11-30&locationId=${gym.locationId}`,
    ];
    for (const path of paths) {
      const { status, body } = await (await by('admin')).get(path);
      expect([path, status, ids.filter((id) => JSON.stringify(body).includes(id))]).toEqual([path, 200, []]);
    }
    for (const id of ids) expect((await restore(id)).status).toBe(200);
    const membershipsOf = async (contactId: string) =>
      (await (await by('operator')).get(`/contacts/${contactId}/memberships`)).body.memberships;
    expect(await membershipsOf(canceled)).toMatchObject([
      { endDate: '2026-10-20', cancelsOn: '2026-10-20', autoRenew: false, plannedChange: null, nextRenewalOn: null },
    ]);
    expect(await membershipsOf(held)).toMatchObject([{ isRenewalOnHold: false, autoRenew: false }]);
  });

  test('no report of their day names or counts them any more, also if only the deletion has ended their membership', async () => {
    const contactId = await gym.make.contact({ first_name: 'Ann' });
    await gym.make.contactMembership(contactId, {
      start_date: '2026-01-01',
      end_date: '2026-10-20',
      access_enabled: false,
      granted_at: new Date('2026-01-01T18:00:00Z'),
    });
    const read = async () => {
      const admin = await by('admin');
      const day = `from=2026-11-01&to=2026-11-01&locationId=${gym.locationId}`;
      const members = (await admin.get(`/reports/memberships?${day}`)).body.report;
      const { tables } = (await admin.get(`/reports/attendance?${day}`)).body.report;
      return [members.totals.atEnd, JSON.stringify(members).includes(contactId), JSON.stringify(tables.notSeen)];
    };
    const [before, , missed] = await read();
    expect((await remove(contactId)).status).toBe(200);
    const [after, isNamed, stillMissed] = await read();
    expect([before, after, isNamed]).toEqual([1, 0, false]);
    expect(stillMissed).not.toEqual(missed);
  });

  test('not after 30 days', async () => {
    const contactId = await deleted();
    server.advance({ days: 30, minutes: 1 });
    expect((await (await by('admin')).get(`/contacts/${contactId}/deletion`)).body.deletion.isRestorable).toBe(false);
    expect(await restore(contactId)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('more than 30 days ago') },
    });
  });

  test('not while another contact has its e-mail, and the answer says so', async () => {
    const contactId = await deleted({ email: 'ann@member.test' });
    const other = await gym.make.contact({ email: 'Ann@member.test' });
    expect(await restore(contactId)).toMatchObject({
      status: 409,
      body: {
        message: 'Another contact has the email ann@member.test now. Change it there first, then restore this one.',
      },
    });
    await (await by('admin')).put(`/contacts/${other}`, { body: { email: 'other@member.test' } });
    expect((await restore(contactId)).status).toBe(200);
  });

  test('at another home location if its own was archived meanwhile', async () => {
    const contactId = await deleted({ home_location_id: gym.otherLocationId });
    expect((await (await by('admin')).delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    expect(await restore(contactId)).toMatchObject({
      status: 409,
      body: { errors: { homeLocationId: 'The home location of this contact is archived. Choose another one.' } },
    });
    const rival = await onlyMembersGym(server, stripe);
    expect((await restore(contactId, { homeLocationId: rival.locationId })).status).toBe(404);
    expect(await restore(contactId, { homeLocationId: gym.locationId })).toMatchObject({
      status: 200,
      body: { contact: { homeLocationId: gym.locationId } },
    });
  });

  test('no other level may, nor another company, nor anybody the walk-in customer', async () => {
    const contactId = await deleted();
    for (const level of ['manager', 'operator', 'point_of_sale'] as const)
      expect((await restore(contactId, undefined, level)).status).toBe(403);
    expect((await server.anonymous.post(`/contacts/${contactId}/restore`)).status).toBe(401);
    const rival = await onlyMembersGym(server, stripe);
    expect((await (await server.as(rival.users.admin)).post(`/contacts/${contactId}/restore`)).status).toBe(404);
    expect((await restore(contactId, { homeLocationId: 'Denver' })).status).toBe(400);
    const { body } = await (await by('admin')).post(`/locations/${gym.locationId}/walk-in`);
    expect((await restore(body.contact.id)).status).toBe(404);
  });
});
