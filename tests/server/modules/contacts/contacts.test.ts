import { describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);

const never = '01900000-0000-7000-8000-000000000000';
let count = 0;
const freshEmail = () => `new-${(count += 1)}@member.test`;
const createBody = (change: object = {}) => ({
  firstName: 'Robin',
  lastName: 'Vale',
  email: freshEmail(),
  homeLocationId: gym.locationId,
  ...change,
});
const stored = (id: string) =>
  server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst(),
  );

describe('POST /contacts', () => {
  test('adds a contact with the given fields: 201 with message and contact', async () => {
    const given = {
      phone: '(303) 555-0142',
      dateOfBirth: '1990-02-28',
      address: '12 Elm Street',
      city: 'Denver',
      state: 'CO',
      zipCode: '80203',
      emergencyContactName: 'Alex Vale',
      emergencyContactPhone: '+44 20 7946 0000',
      notes: 'Prefers mornings',
    };
    const { status, body } = await gym.by.operator.post('/contacts', { body: createBody(given) });
    expect({ status, message: body.message }).toEqual({ status: 201, message: 'Contact created' });
    expect(body.contact).toMatchObject({
      ...given,
      firstName: 'Robin',
      homeLocationId: gym.locationId,
      phone: '3035550142',
      emergencyContactPhone: '+442079460000',
      thumbnailUrl: null,
    });
    const read = await gym.by.operator.get(`/contacts/${body.contact.id}`);
    expect(read.body).toMatchObject({
      contact: body.contact,
      homeLocation: { id: gym.locationId, timezone: 'America/Denver' },
    });
  });

  test('an e-mail already used in the company is 409, whatever its case; another company may use it', async () => {
    const email = freshEmail();
    expect((await gym.by.operator.post('/contacts', { body: createBody({ email }) })).status).toBe(201);
    const again = await gym.by.operator.post('/contacts', { body: createBody({ email: email.toUpperCase() }) });
    const message = 'A contact with this email already exists';
    expect({ status: again.status, ...again.body }).toEqual({ status: 409, message, errors: { email: message } });
    const theirs = await rival.by.operator.post('/contacts', {
      body: createBody({ email, homeLocationId: rival.locationId }),
    });
    expect(theirs.status).toBe(201);
  });

  test('of 20 concurrent contacts with one e-mail, one is created and 19 are 409', async () => {
    const body = createBody();
    const replies = await Promise.all(Array.from({ length: 20 }, () => gym.by.operator.post('/contacts', { body })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test('a home location of another company is 404, like an unknown id; so is one without access', async () => {
    const response = async (homeLocationId: string) => {
      const { status, body } = await gym.by.operator.post('/contacts', { body: createBody({ homeLocationId }) });
      return { status, body };
    };
    expect(await response(rival.locationId)).toEqual({ status: 404, body: { message: 'Location not found' } });
    expect(await response(rival.locationId)).toEqual(await response(never));
    expect(await response(gym.otherLocationId)).toEqual(await response(never));
  });
});

describe('GET /contacts/{id}', () => {
  test('is readable with contacts access anywhere in its company', async () => {
    const id = await make.contact({ home_location_id: gym.otherLocationId });
    const { status, body } = await gym.by.operator.get(`/contacts/${id}`);
    expect({ status, home: body.homeLocation?.id }).toEqual({ status: 200, home: gym.otherLocationId });
  });
});

describe('PUT /contacts/{id}', () => {
  test('changes the named fields; an absent field stays, null or "" clears an optional one', async () => {
    const id = await make.contact({ phone: '3035550100', city: 'Denver', notes: 'Old', date_of_birth: '1990-01-01' });
    const { status, body } = await gym.by.operator.put(`/contacts/${id}`, {
      body: { lastName: 'Stone', phone: '', notes: null, dateOfBirth: null },
    });
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'Contact updated' });
    expect(body.contact).toMatchObject({
      firstName: 'Casey',
      lastName: 'Stone',
      city: 'Denver',
      phone: null,
      notes: null,
      dateOfBirth: null,
    });
  });

  test('a stale updatedAt is 409; every change sets a new one', async () => {
    const id = await make.contact();
    const first = (await gym.by.operator.get(`/contacts/${id}`)).body.contact;
    const change = (lastName: string, updatedAt: string) =>
      gym.by.operator.put(`/contacts/${id}`, { body: { lastName, updatedAt } });
    const second = await change('Stone', first.updatedAt);
    expect(second.status).toBe(200);
    expect(second.body.contact.updatedAt).not.toBe(first.updatedAt);
    const stale = await change('Rock', first.updatedAt);
    expect({ status: stale.status, ...stale.body }).toEqual({
      status: 409,
      message: 'This was changed by someone else',
    });
    expect((await change('Rock', second.body.contact.updatedAt)).status).toBe(200);
  });

  test('of 10 changes from the same version one succeeds', async () => {
    const id = await make.contact();
    const { updatedAt } = (await gym.by.operator.get(`/contacts/${id}`)).body.contact;
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_one, index) =>
        gym.by.operator.put(`/contacts/${id}`, { body: { city: `City ${index}`, updatedAt } }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  test('another contact’s e-mail is 409, its own in another case is not', async () => {
    const id = await make.contact({ email: 'casey.own@member.test' });
    await make.contact({ email: 'taken@member.test' });
    const change = (email: string) => gym.by.operator.put(`/contacts/${id}`, { body: { email } });
    expect(await change('Taken@member.test')).toMatchObject({
      status: 409,
      body: { message: 'A contact with this email already exists' },
    });
    expect(await change('Casey.Own@member.test')).toMatchObject({ status: 200 });
  });

  test('a visitor who holds a membership here can be changed, but not moved to a location without access', async () => {
    const id = await make.contact({ home_location_id: gym.otherLocationId });
    await make.contactMembership(id, { location_id: gym.locationId });
    const change = (body: object) => gym.by.operator.put(`/contacts/${id}`, { body });
    expect((await change({ city: 'Boulder', homeLocationId: gym.otherLocationId })).status).toBe(200);
    expect((await change({ homeLocationId: gym.locationId })).status).toBe(200);
    expect(await change({ homeLocationId: gym.otherLocationId })).toMatchObject({
      status: 404,
      body: { message: 'Location not found' },
    });
    expect(await change({ homeLocationId: rival.locationId })).toMatchObject({
      status: 404,
      body: { message: 'Location not found' },
    });
  });
});

describe('DELETE /contacts/{id}', () => {
  test('removes a contact without history', async () => {
    const id = await make.contact();
    const { status, body } = await gym.by.operator.delete(`/contacts/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Contact deleted' } });
    expect(await stored(id)).toBeUndefined();
  });

  test('archives one with history: gone from lists and by id, its e-mail free again, its renewals ended', async () => {
    const email = freshEmail();
    const id = await make.contact({ email, first_name: 'Archie' });
    await make.contactMembership(id, { auto_renew: true, end_date: '2020-02-01' });
    expect((await gym.by.manager.delete(`/contacts/${id}`)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ archived_at: expect.any(Date) });
    expect((await gym.by.operator.get(`/contacts/${id}`)).status).toBe(404);
    expect((await gym.by.operator.get('/contacts?search=Archie')).body.contacts).toEqual([]);
    expect((await gym.by.operator.post('/contacts', { body: createBody({ email }) })).status).toBe(201);
    const membership = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('contact_memberships').select('auto_renew').where('contact_id', '=', id).execute(),
    );
    expect(membership).toEqual([{ auto_renew: false }]);
  });

  test('a check-in is history too', async () => {
    const id = await make.contact();
    await make.checkin(id);
    expect((await gym.by.operator.delete(`/contacts/${id}`)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ archived_at: expect.any(Date) });
    expect((await gym.by.operator.delete(`/contacts/${id}`)).status).toBe(404);
  });
});
