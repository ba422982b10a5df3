import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { upload } from '#tests/support/multipart.ts';
import { payingServer } from '#tests/support/payingGym.ts';
import type { Caller } from '#tests/support/server.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
let photo: Buffer;
let planId: string;
beforeAll(async () => {
  gym = await onlyMembersGym(server, stripe);
  photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  planId = await gym.make.plan();
});

const noMembership = '00000000-0000-7000-8000-000000000000';

/** Every way to change a contact, and their membership. */
const changes: [
  string,
  (caller: Caller, contactId: string, membershipId: string) => Promise<{ status: number; body: { message: string } }>,
][] = [
  ['change', (caller, id) => caller.put(`/contacts/${id}`, { body: { city: 'Boulder' } })],
  ['move', (caller, id) => caller.put(`/contacts/${id}`, { body: { homeLocationId: gym.locationId } })],
  ['photograph', (caller, id) => caller.post(`/contacts/${id}/image`, upload('image', photo))],
  ['remove the photo of', (caller, id) => caller.delete(`/contacts/${id}/image`)],
  ['email again', (caller, id) => caller.post(`/contacts/${id}/emails/retry`)],
  ['delete', (caller, id) => caller.delete(`/contacts/${id}`)],
  ['enter a card of', (caller, id) => caller.post(`/contacts/${id}/card-setups`)],
  ['save a card of', (caller, id) => caller.post(`/contacts/${id}/card`, { body: { setupIntentId: 'seti_1' } })],
  ['make a card link for', (caller, id) => caller.post(`/contacts/${id}/card-links`)],
  [
    'cancel a membership of',
    (caller, id, membership) =>
      caller.post(`/contacts/${id}/memberships/${membership}/cancellation`, {
        body: { when: 'period_end', reason: 'moving' },
      }),
  ],
  [
    'undo a cancellation of',
    (caller, id, membership) => caller.delete(`/contacts/${id}/memberships/${membership}/cancellation`),
  ],
  [
    'freeze a membership of',
    (caller, id, membership) =>
      caller.post(`/contacts/${id}/memberships/${membership}/freezes`, {
        body: { from: '2026-11-10', until: '2026-11-20', reason: 'Away' },
      }),
  ],
  [
    'unfreeze a membership of',
    (caller, id, membership) => caller.delete(`/contacts/${id}/memberships/${membership}/freezes/${noMembership}`),
  ],
  [
    'turn off a renewal of',
    (caller, id, membership) =>
      caller.put(`/contacts/${id}/memberships/${membership}/renewal`, { body: { autoRenew: false } }),
  ],
  [
    'change the plan of',
    (caller, id, membership) =>
      caller.post(`/contacts/${id}/memberships/${membership}/plan-change`, {
        body: { membershipId: planId, when: 'renewal' },
      }),
  ],
  [
    'change the plan now of',
    (caller, id, membership) =>
      caller.post(`/contacts/${id}/memberships/${membership}/plan-change`, {
        body: { membershipId: planId, when: 'now', method: 'cash' },
      }),
  ],
  [
    'turn off the access of',
    (caller, id, membership) =>
      caller.put(`/contacts/${id}/memberships/${membership}/access`, {
        body: { accessEnabled: false, reason: 'Unpaid' },
      }),
  ],
];

describe('a contact is changed by those who work at its home location, or at one where it holds a membership', () => {
  test.each(changes)('nobody else may %s them, and anybody of the company may read them', async (_what, change) => {
    const contactId = await gym.make.contact({ home_location_id: gym.otherLocationId });
    const membershipId = await gym.make.contactMembership(contactId, { end_date: '2026-11-30', auto_renew: true });
    const manager = await server.as(gym.users.manager);
    const row = () =>
      server.database.scoped([gym.companyId], (tx) =>
        tx.selectFrom('contacts').selectAll().where('id', '=', contactId).executeTakeFirst(),
      );
    const before = [await row(), await gym.books.memberships(contactId)];
    expect(await change(manager, contactId, membershipId)).toMatchObject({
      status: 403,
      body: { message: 'Your access level cannot do this' },
    });
    expect([await row(), await gym.books.memberships(contactId)]).toEqual(before);
    expect((await manager.get(`/contacts/${contactId}`)).body).toMatchObject({ mayChange: false, mayDelete: false });
    expect((await manager.get(`/contacts/${contactId}/memberships`)).body.memberships).toHaveLength(1);
    // The company's admin may, as far as the state of the membership allows it.
    expect((await change(await server.as(gym.users.admin), contactId, membershipId)).status).not.toBe(403);
  });

  test.each([
    ['a plan of this location', () => ({ location_id: gym.locationId })],
    ['a membership that was sold here', async () => ({ invoice_id: (await sold()).invoice.id })],
  ])('holding %s is enough', async (_what, membership) => {
    const contactId = await gym.make.contact({ home_location_id: gym.otherLocationId });
    await gym.make.contactMembership(contactId, { ...(await membership()), end_date: '2026-11-30' });
    const operator = await server.as(gym.users.operator);
    expect((await operator.put(`/contacts/${contactId}`, { body: { city: 'Boulder' } })).status).toBe(200);
    expect((await operator.get(`/contacts/${contactId}`)).body.mayChange).toBe(true);
  });

  test('a contact of another location is not changed by an import either', async () => {
    const contactId = await gym.make.contact({
      home_location_id: gym.otherLocationId,
      email: 'theirs@member.test',
      city: 'Golden',
    });
    const operator = await server.as(gym.users.operator);
    const contacts = [{ firstName: 'New', lastName: 'Name', email: 'Theirs@member.test', city: 'Boulder' }];
    expect(
      (await operator.post('/contacts/import', { body: { locationId: gym.locationId, contacts } })).body,
    ).toMatchObject({ imported: 0 });
    expect(
      (await operator.post('/contacts/import', { body: { locationId: gym.otherLocationId, contacts } })).status,
    ).toBe(404);
    expect((await operator.get(`/contacts/${contactId}`)).body.contact).toMatchObject({
      firstName: 'Casey',
      city: 'Golden',
      homeLocationId: gym.otherLocationId,
    });
  });
});

const sold = async () => {
  const body = {
    contactId: await gym.make.contact(),
    membershipId: planId,
    locationId: gym.locationId,
    startDate: '2026-11-01',
    paymentMethod: 'cash',
  };
  server.clock.now = new Date('2026-11-01T18:00:00Z');
  return (await (await server.as(gym.users.operator)).post('/memberships/purchase', { body })).body;
};
