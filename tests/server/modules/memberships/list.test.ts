import { describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const make = builders(server, gym);

describe('GET /memberships', () => {
  test('lists the location’s plans and the company-wide ones, newest first, searched by name, description or type', async () => {
    const alone = await createGym(server);
    const { plan } = builders(server, alone);
    const on = (day: number) => ({ created_at: new Date(`2026-01-0${day}`) });
    await plan({
      name: 'Day Pass',
      billing_frequency: 'one_time',
      access_duration_days: 1,
      location_id: alone.locationId,
      ...on(1),
    });
    await plan({ name: 'Annual', description: 'Best value', type: 'contract', contract_length_months: 12, ...on(2) });
    await plan({ name: 'South only', location_id: alone.otherLocationId, ...on(3) });
    const list = async (query = '', locationId = alone.locationId) => {
      const { body } = await alone.by.admin.get(`/memberships?locationId=${locationId}&${query}`);
      return body.memberships.map(
        ({ membership, location }: { membership: { name: string }; location: object | null }) => [
          membership.name,
          location !== null,
        ],
      );
    };
    expect(await list()).toEqual([
      ['Annual', false],
      ['Day Pass', true],
    ]);
    expect(await list('sortBy=name&sortOrder=desc')).toEqual([
      ['Day Pass', true],
      ['Annual', false],
    ]);
    expect(await list('', alone.otherLocationId)).toEqual([
      ['South only', true],
      ['Annual', false],
    ]);
    expect(await list('search=best+VAL')).toEqual([['Annual', false]]);
    expect(await list('search=no_contract')).toEqual([['Day Pass', true]]);
    expect(await list('search=No+Contract')).toEqual([['Day Pass', true]]);
    expect(await list('search=nothing')).toEqual([]);
    const { body } = await alone.by.operator.get('/memberships');
    expect(body.pagination.total).toBe(2);
    expect((await alone.by.admin.get('/memberships')).body.pagination.total).toBe(3);
  });

  test('a plan of a location without access is 404, and a company-wide one is listed', async () => {
    const elsewhere = await make.plan({ location_id: gym.otherLocationId });
    const everywhere = await make.plan();
    expect((await gym.by.operator.get(`/memberships/${elsewhere}`)).status).toBe(404);
    expect((await gym.by.operator.get(`/memberships/${everywhere}`)).status).toBe(200);
  });
});
