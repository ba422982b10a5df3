import { describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);
const created = (day: number) => ({ created_at: new Date(`2026-01-0${day}T10:00:00Z`) });
await make.contact({ first_name: 'Zoë', last_name: 'Prospect', email: 'zoe@mail.test', ...created(1) });
await make.contactMembership(
  await make.contact({ first_name: 'Émile', last_name: 'Active', phone: '3035550142', ...created(2) }),
);
await make.contactMembership(await make.contact({ first_name: 'Sue', last_name: 'Suspended', ...created(3) }), {
  access_enabled: false,
  end_date: '2020-02-01',
});
await make.contactMembership(await make.contact({ first_name: 'Pat', last_name: 'Pending', ...created(4) }), {
  start_date: '2999-01-01',
});
await make.contactMembership(await make.contact({ first_name: 'Eve', last_name: 'Expired', ...created(5) }), {
  end_date: '2020-02-01',
});
await make.contact({ first_name: 'Gone', last_name: 'Archived', archived_at: new Date() });
const unpaid = await make.contact({ first_name: 'Uma', last_name: 'Unpaid', ...created(6) });
await make.contactMembership(unpaid, { granted_at: null });
const elsewhere = { home_location_id: gym.otherLocationId };
await make.contactMembership(await make.contact({ first_name: 'Vic', last_name: 'Visitor', ...elsewhere }));
await make.contactMembership(await make.contact({ first_name: 'Sid', last_name: 'Southerner', ...elsewhere }), {
  location_id: gym.otherLocationId,
});
await builders(server, rival).contact({ first_name: 'Rita', last_name: 'Rival' });

const names = async (query: string, by = gym.by.operator) => {
  const { body } = await by.get(`/contacts?locationId=${gym.locationId}&${query}`);
  return body.contacts.map((row: { contact: { lastName: string } }) => row.contact.lastName);
};

describe('GET /contacts', () => {
  test('lists the location’s contacts, newest first, each with its home location', async () => {
    expect(await names('')).toEqual(['Unpaid', 'Expired', 'Pending', 'Suspended', 'Active', 'Prospect']);
    const { body } = await gym.by.operator.get(`/contacts?locationId=${gym.locationId}&limit=1`);
    expect(body.contacts[0].homeLocation).toMatchObject({ id: gym.locationId, name: `${gym.companyName} North` });
    expect(body.pagination).toEqual({ page: 1, limit: 1, total: 6, totalPages: 6, hasNext: true, hasPrev: false });
  });

  test('sorts first names as people do, not by bytes', async () => {
    expect(await names('sortBy=firstName&sortOrder=asc')).toEqual([
      'Active',
      'Expired',
      'Pending',
      'Suspended',
      'Unpaid',
      'Prospect',
    ]);
  });

  test('a member holds at least one membership that is active, pending or suspended', async () => {
    expect(await names('memberFilter=members')).toEqual(['Pending', 'Suspended', 'Active']);
    expect(await names('memberFilter=non-members')).toEqual(['Unpaid', 'Expired', 'Prospect']);
  });

  test('a member stops being one after the last day, in the location’s time zone', async () => {
    await make.contactMembership(await make.contact({ first_name: 'Last', last_name: 'Day' }), {
      end_date: '2026-03-10',
    });
    const countAt = async (now: string) => {
      server.clock.now = new Date(now);
      const caller = await server.as(gym.users.operator);
      const found = await names('memberFilter=members&search=last%20day', caller);
      server.clock.now = new Date();
      return found.length;
    };
    expect(await countAt('2026-03-11T05:59:00Z')).toBe(1);
    expect(await countAt('2026-03-11T06:01:00Z')).toBe(0);
  });

  test('searches by part of the name, e-mail or phone, case-insensitively, even beyond ASCII', async () => {
    expect(await names('search=uspend')).toEqual(['Suspended']);
    expect(await names('search=ZOE%40')).toEqual(['Prospect']);
    expect(await names('search=%C3%89MILE')).toEqual(['Active']);
    expect(await names('search=555014')).toEqual(['Active']);
    expect(await names('search=Pat%20Pend')).toEqual(['Pending']);
    expect(await names('search=%25')).toEqual([]);
  });

  test('includeVisitors adds the company’s contacts with a membership valid at this location', async () => {
    expect(await names('memberFilter=members&includeVisitors=true&search=vi')).toEqual(['Visitor']);
    expect(await names('memberFilter=members&search=vi')).toEqual([]);
    expect(await names('includeVisitors=true&search=south')).toEqual([]);
  });

  test('point_of_sale sees id, names, e-mail, phone, home location and image URLs only', async () => {
    const { body } = await gym.by.point_of_sale.get(`/contacts?locationId=${gym.locationId}&limit=1`);
    expect(Object.keys(body.contacts[0].contact).toSorted()).toEqual([
      'email',
      'firstName',
      'homeLocationId',
      'id',
      'lastName',
      'originalUrl',
      'phone',
      'previewUrl',
      'thumbnailUrl',
    ]);
  });

  test('without a location it lists the contacts of all of the user’s locations', async () => {
    const all = async (by: typeof gym.by.admin) => (await by.get('/contacts')).body.pagination.total;
    expect((await all(gym.by.admin)) - (await all(gym.by.operator))).toBe(2);
  });
});
