import { describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

const never = '01900000-0000-7000-8000-000000000000';
const whole = {
  name: 'Downtown',
  email: 'downtown@iron.test',
  phone: '3035550100',
  address: '1 Main St',
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
  country: 'USA',
  timezone: 'America/Chicago',
  salesTaxRate: 0.0881,
  isActive: true,
};

describe('PUT /locations/{id}', () => {
  test('changes the named fields, clears with null, and returns the location and a message', async () => {
    const { locationId, by } = await createGym(server);
    const put = (body: object) => by.manager.put(`/locations/${locationId}`, { body });
    const first = await put(whole);
    expect(first).toMatchObject({ status: 200, body: { location: whole, message: 'Location updated' } });
    const second = await put({ email: '', phone: null });
    expect(second.body.location).toMatchObject({ ...whole, email: null, phone: null });
    expect(second.body.location.updatedAt > first.body.location.updatedAt).toBe(true);
  });

  test('every tax rate with two decimals of a percent is returned exactly as it was sent', async () => {
    const { locationId, by } = await createGym(server);
    for (const salesTaxRate of [0, 0.0001, 0.0725, 0.0881, 0.1, 0.2999, 1]) {
      const { body } = await by.manager.put(`/locations/${locationId}`, { body: { salesTaxRate } });
      expect(body.location.salesTaxRate).toBe(salesTaxRate);
    }
  });

  test('a stale updatedAt is 409 and changes nothing', async () => {
    const { body } = await gym.by.admin.get(`/locations/${gym.locationId}`);
    const put = (city: string) =>
      gym.by.admin.put(`/locations/${gym.locationId}`, { body: { city, updatedAt: body.location.updatedAt } });
    const replies = await Promise.all([put('One'), put('Two')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('another company’s location is 404, like an unknown id, and so is one without access', async () => {
    const put = (id: string) => gym.by.manager.put(`/locations/${id}`, { body: { name: 'Mine now' } });
    const theirs = await put(rival.locationId);
    expect({ status: theirs.status, body: theirs.body }).toEqual({
      status: 404,
      body: { message: 'Location not found' },
    });
    expect((await put(never)).body).toEqual(theirs.body);
    expect((await put(gym.otherLocationId)).body).toEqual(theirs.body);
  });
});

describe('POST /locations', () => {
  test('adds one to the company with the default country and time zone, which the admin can open at once', async () => {
    const place = await createGym(server);
    const { status, body } = await place.by.admin.post('/locations', { body: { name: 'Third' } });
    expect(status).toBe(201);
    expect(body.location).toMatchObject({
      companyId: place.companyId,
      country: 'USA',
      timezone: 'America/New_York',
      salesTaxRate: 0,
      isActive: true,
    });
    expect((await place.by.admin.get(`/locations/${body.location.id}`)).body.fees).toEqual([]);
  });
});

describe('DELETE /locations/{id}', () => {
  test('is 409 while it is the home location of contacts; else it is gone from lists and 404 by id', async () => {
    const place = await createGym(server);
    const contactId = await builders(server, place).contact();
    const remove = () => place.by.admin.delete(`/locations/${place.locationId}`);
    expect(await remove()).toMatchObject({
      status: 409,
      body: { message: 'This location is the home location of 1 contact. Give them another one first.', contacts: 1 },
    });
    await server.database.scoped([place.companyId], (tx) =>
      tx.updateTable('contacts').set({ home_location_id: place.otherLocationId }).where('id', '=', contactId).execute(),
    );
    expect(await remove()).toMatchObject({ status: 200, body: { message: 'Location deleted' } });
    expect((await place.by.admin.get(`/locations/${place.locationId}`)).status).toBe(404);
    expect((await place.by.admin.get('/locations')).body.companyLocations).toHaveLength(1);
    expect((await remove()).status).toBe(404);
  });

  test('an archived one cannot be used: its check-ins are 404, and people with access only to it are refused', async () => {
    const place = await createGym(server);
    const checkins = `/checkins?locationId=${place.locationId}`;
    expect((await place.by.operator.get(checkins)).status).toBe(200);
    await place.by.admin.delete(`/locations/${place.locationId}`);
    expect((await place.by.admin.get(checkins)).status).toBe(404);
    expect((await place.by.operator.get(checkins)).status).toBe(403);
  });

  test('a contact that is added concurrently has a home location, or is refused', async () => {
    const place = await createGym(server);
    const person = {
      firstName: 'Casey',
      lastName: 'Jones',
      email: 'casey@member.test',
      homeLocationId: place.otherLocationId,
    };
    const [archived, added] = await Promise.all([
      place.by.admin.delete(`/locations/${place.otherLocationId}`),
      place.by.admin.post('/contacts', { body: person }),
    ]);
    expect([
      [200, 404],
      [200, 400],
      [200, 409],
      [409, 201],
    ]).toContainEqual([archived.status, added.status]);
  });
});

describe('GET /companies/{id}/locations', () => {
  test('lists the accessible locations by name, each with today’s members', async () => {
    const place = await createGym(server);
    const make = builders(server, place);
    await make.contactMembership(await make.contact());
    await make.contactMembership(await make.contact(), { end_date: '2020-02-01' });
    await make.contact();
    const { status, body } = await place.by.admin.get(`/companies/${place.companyId}/locations`);
    expect(status).toBe(200);
    const rows: { location: { id: string }; members: number }[] = body.locations;
    expect(rows.map(({ location, members }) => [location.id, members])).toEqual([
      [place.locationId, 1],
      [place.otherLocationId, 0],
    ]);
    const own = await place.by.operator.get(`/companies/${place.companyId}/locations`);
    expect(own.body.locations.map(({ location }: { location: { id: string } }) => location.id)).toEqual([
      place.locationId,
    ]);
  });

  test('another company’s are 404, and an archived one is not among them', async () => {
    expect((await gym.by.admin.get(`/companies/${rival.companyId}/locations`)).body).toEqual({
      message: 'Company not found',
    });
    const place = await createGym(server);
    await place.by.admin.delete(`/locations/${place.otherLocationId}`);
    expect((await place.by.admin.get(`/companies/${place.companyId}/locations`)).body.locations).toHaveLength(1);
  });
});

describe('fees', () => {
  const fees = (place: Gym) => `/locations/${place.locationId}/fees`;

  test('a fee is added, changed and deleted; its amount is a decimal string', async () => {
    const place = await createGym(server);
    const { status, body } = await place.by.manager.post(fees(place), { body: { name: 'Towel', amount: '2.5' } });
    expect(status).toBe(201);
    expect(body.fee).toMatchObject({
      name: 'Towel',
      description: null,
      type: 'percentage',
      amount: '2.50',
      isActive: true,
    });
    const change = { description: 'One each', type: 'fixed', amount: '3', isActive: false };
    const put = await place.by.manager.put(`${fees(place)}/${body.fee.id}`, { body: change });
    const after = { ...body.fee, ...change, amount: '3.00', updatedAt: put.body.fee.updatedAt };
    expect(put.body).toEqual({ fee: after, message: 'Fee updated' });
    expect((await place.by.operator.get(`/locations/${place.locationId}`)).body.fees).toEqual([put.body.fee]);
    expect((await place.by.manager.delete(`${fees(place)}/${body.fee.id}`)).body).toEqual({ message: 'Fee deleted' });
    expect((await place.by.manager.get(`/locations/${place.locationId}`)).body.fees).toEqual([]);
  });

  test('of two edits of what was read, the second is 409 and changes nothing; the log has fields and no time of a change', async () => {
    const place = await createGym(server);
    const { by, companyId, locationId } = place;
    const { fee } = (await by.manager.post(fees(place), { body: { name: 'Towel', amount: '2.50' } })).body;
    const url = `${fees(place)}/${fee.id}`;
    const first = await by.manager.put(url, { body: { ...fee, amount: '4.00' } });
    expect(first.status).toBe(200);
    const second = await by.admin.put(url, { body: { ...fee, name: 'Towels' } });
    expect([second.status, second.body.message]).toEqual([409, 'This was changed by someone else']);
    expect((await by.manager.get(`/locations/${locationId}`)).body.fees).toEqual([first.body.fee]);
    const log = (await by.admin.get(`/activity?companyId=${companyId}&recordType=location&recordId=${locationId}`))
      .body;
    expect(log.entries[0].changes).toEqual([
      { field: 'fee', before: 'Towel', after: 'Towel' },
      { field: 'amount', before: '2.50', after: '4.00' },
    ]);
  });
});
