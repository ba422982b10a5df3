import { describe, expect, test } from 'vitest';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server, { salesTaxRate: 0.0881 });
const rival = await createGym(server);

const never = '01900000-0000-7000-8000-000000000000';

describe('GET /locations', () => {
  test('a company admin gets all of the company’s locations, by name, each with its company', async () => {
    const { body } = await gym.by.admin.get('/locations');
    expect(body.directLocationAccess).toEqual([]);
    expect(
      body.companyLocations.map(({ location, company }: { location: { name: string }; company: unknown }) => [
        location.name,
        company,
      ]),
    ).toEqual([
      [`${gym.companyName} North`, { id: gym.companyId, name: gym.companyName }],
      [`${gym.companyName} South`, { id: gym.companyId, name: gym.companyName }],
    ]);
  });

  test('a direct grant gives its own level, and that location only', async () => {
    const { body } = await gym.by.point_of_sale.get('/locations');
    expect(body.companyLocations).toEqual([]);
    expect(body.directLocationAccess).toMatchObject([
      { location: { id: gym.locationId }, accessLevel: 'point_of_sale' },
    ]);
  });
});

describe('GET /locations/:id', () => {
  test('the tax rate is an exact fraction, and fees are included', async () => {
    const { status, body } = await gym.by.point_of_sale.get(`/locations/${gym.locationId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      location: { id: gym.locationId, salesTaxRate: 0.0881, timezone: 'America/Denver' },
      fees: [],
    });
  });

  test('another company’s location, one without access and an unknown id get the same response', async () => {
    const responses = await Promise.all(
      [rival.locationId, gym.otherLocationId, never].map(async (id) => {
        const { status, body } = await gym.by.operator.get(`/locations/${id}`);
        return { status, body };
      }),
    );
    for (const response of responses)
      expect(response).toEqual({ status: 404, body: { message: 'Location not found' } });
  });
});

describe('GET /companies', () => {
  test('each company with the role in it', async () => {
    expect((await gym.by.admin.get('/companies')).body.companies).toMatchObject([
      { company: { id: gym.companyId }, role: 'admin' },
    ]);
    expect((await gym.by.operator.get('/companies')).body.companies).toMatchObject([
      { company: { id: gym.companyId }, role: 'staff' },
    ]);
  });

  test('one by id; another company is 404, like an unknown id', async () => {
    expect((await gym.by.operator.get(`/companies/${gym.companyId}`)).body.company).toMatchObject({
      name: gym.companyName,
    });
    for (const id of [rival.companyId, never]) {
      expect(await gym.by.admin.get(`/companies/${id}`)).toMatchObject({
        status: 404,
        body: { message: 'Company not found' },
      });
    }
  });
});
