import { describe, expect, test } from 'vitest';
import { findPeople, withChanged } from '#domain/contacts/findPeople.ts';
import type { Person } from '#domain/contacts/peopleContract.ts';
import { peopleMax } from '#domain/shared/limits.ts';
import { asAdmin } from '#tests/support/database.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);
const at = `locationId=${gym.locationId}`;

const ann = await make.contact({ first_name: 'Ann', last_name: 'Lee', email: 'ann@mail.test', phone: '7205550190' });
await make.contact({ first_name: 'Bea', last_name: 'Çelik', email: 'bea@mail.test', phone: '+442079460958' });
await make.contact({
  first_name: 'José',
  last_name: 'Øster Groß',
  email: 'chef@énergie.test',
  phone: '303-555-0123 x45',
});
await make.contact({ first_name: 'Anthony', last_name: 'O’Harper', email: 'tony@harpers.test' });
await make.contact({ first_name: 'İpek', last_name: 'Ünal-ŁOŚ', email: 'ipek_100%@mail.test' });
await make.contact({ first_name: 'ΟΔΥΣΣΕΥΣ', last_name: '김지수', email: 'odysseus@mail.test' });
await make.contact({ first_name: 'a', last_name: 'Lower', email: 'lower@mail.test', phone: 'ask at the desk' });
await make.contact({ first_name: 'Andre', last_name: 'Coleman', email: 'andre@mail.test' });
await make.contact({ first_name: 'Ben', last_name: 'Stone', email: 'dan.stone@mail.test' });
await make.contact({ first_name: 'Zoe', last_name: 'Danner', email: 'zoe@mail.test', phone: '+13035550720' });
await make.contact({ first_name: 'Dan', last_name: 'Coleman', email: 'coach@mail.test' });
await make.contact({ first_name: 'Yara-Dánae', last_name: 'O’Neil', email: 'yara@mail.test' });
await make.contact({ first_name: 'Jordan', last_name: 'Macneil', email: 'jordan@mail.test' });
for (let n = 0; n < 9; n += 1)
  await make.contact({ first_name: 'Same', last_name: `Name ${n}`, email: `same${n}@mail.test` });
await make.contact({ first_name: 'Gone', last_name: 'Archived', archived_at: new Date() });
const elsewhere = { home_location_id: gym.otherLocationId };
await make.contactMembership(await make.contact({ first_name: 'Vic', last_name: 'Visitor', ...elsewhere }));
await make.contactMembership(await make.contact({ first_name: 'Sid', last_name: 'Southerner', ...elsewhere }), {
  location_id: gym.otherLocationId,
});
await make.contactMembership(ann, { end_date: '2026-03-10' });
await builders(server, rival).contact({ first_name: 'Ann', last_name: 'Rival' });

const read = async (by = gym.by.operator): Promise<Person[]> => {
  const { status, body } = await by.get(`/contacts/people?${at}`);
  expect(status).toBe(200);
  return body.people;
};

const readOnly = async (ids: readonly string[], by = gym.by.operator): Promise<Person[]> => {
  const { status, body } = await by.get(`/contacts/people?${at}&ids=${ids.join(',')}`);
  expect(status).toBe(200);
  return body.people;
};

describe('GET /contacts/people', () => {
  test('has the contacts of the location and its visitors by first name, and nobody else', async () => {
    const lastNames = (await read()).map(({ lastName }) => lastName);
    expect(lastNames).toEqual(expect.arrayContaining(['Lee', 'Çelik', 'Visitor']));
    for (const absent of ['Archived', 'Southerner', 'Rival']) expect(lastNames).not.toContain(absent);
    expect(lastNames).toHaveLength(23);
  });

  test('says only what every level may see of a contact', async () => {
    const [first] = (await read(gym.by.point_of_sale)).filter(({ id }) => id === ann);
    expect(first).toEqual({
      id: ann,
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@mail.test',
      phone: '7205550190',
      homeLocationId: gym.locationId,
      isMember: expect.any(Boolean),
      searchText: expect.stringContaining('ann lee'),
    });
    for (const by of Object.values(gym.by)) expect(await read(by)).toHaveLength(23);
  });

  test('a member stops being one after the last day, in the location’s time zone', async () => {
    const isMemberAt = async (now: string) => {
      server.clock.now = new Date(now);
      const people = await read(await server.as(gym.users.operator));
      server.clock.now = new Date();
      return people.find(({ id }) => id === ann)?.isMember;
    };
    expect(await isMemberAt('2026-03-11T05:59:00Z')).toBe(true);
    expect(await isMemberAt('2026-03-11T06:01:00Z')).toBe(false);
  });

  test('needs a location that the caller works at', async () => {
    expect((await gym.by.operator.get('/contacts/people')).status).toBe(400);
    expect((await gym.by.operator.get('/contacts/people?locationId=none')).status).toBe(400);
    expect((await gym.by.operator.get(`/contacts/people?${at}&search=ann`)).status).toBe(400);
    expect((await server.anonymous.get(`/contacts/people?${at}`)).status).toBe(401);
    expect((await gym.by.operator.get(`/contacts/people?locationId=${gym.otherLocationId}`)).status).toBe(404);
    expect((await gym.by.operator.get(`/contacts/people?locationId=${rival.locationId}`)).status).toBe(404);
  });
});

describe('GET /contacts/people of some ids', () => {
  test('has the same rows as the whole list, for every level', async () => {
    const all = await read();
    const some = all.filter((_person, index) => index % 3 === 0);
    for (const by of Object.values(gym.by))
      expect(
        await readOnly(
          some.map(({ id }) => id),
          by,
        ),
      ).toEqual(some);
  });

  test('has nobody who is archived, of another location or company, or unknown', async () => {
    const [archived, elsewhereOnly, foreign] = [
      await make.contact({ archived_at: new Date() }),
      await make.contact({ home_location_id: gym.otherLocationId }),
      await builders(server, rival).contact(),
    ];
    const ids = [archived, elsewhereOnly, foreign, '00000000-0000-7000-8000-000000000000', ann];
    expect((await readOnly(ids)).map(({ id }) => id)).toEqual([ann]);
  });

  test('refuses what are no ids, and more than 100', async () => {
    const refused = async (ids: string) =>
      (await gym.by.operator.get(`/contacts/people?${at}&ids=${ids}`)).body.message;
    expect(await refused('ann')).toBe('Must be ids, separated by commas');
    expect(await refused(Array.from({ length: 101 }, () => ann).join(','))).toBe('At most 100 ids');
    expect((await server.anonymous.get(`/contacts/people?${at}&ids=${ann}`)).status).toBe(401);
  });

  test('makes the list that is held what the server would send anew', async () => {
    const held = await read();
    const [renamed, left] = [await make.contact({ first_name: 'Zed' }), await make.contact({ first_name: 'Mo' })];
    const before = withChanged(held, [renamed, left], await readOnly([renamed, left]));
    expect(before).toEqual(await read());
    const added = await make.contact({ first_name: 'émile' });
    await gym.by.operator.put(`/contacts/${renamed}`, { body: { firstName: 'anna' } });
    await gym.by.manager.delete(`/contacts/${left}`);
    const ids = [renamed, left, added];
    const now = await read();
    expect(withChanged(before ?? [], ids, await readOnly(ids))).toEqual(now);
    expect(now.map(({ id }) => id)).toEqual(expect.arrayContaining([renamed, added]));
    await gym.by.manager.delete(`/contacts/${renamed}`);
    await gym.by.manager.delete(`/contacts/${added}`);
  });
});

test.each([
  'a',
  'AN',
  'ann lee',
  'Lee, Ann',
  'lee ann ann',
  'ann  lee',
  ',',
  'celik',
  'ÇELIK',
  'c\u0327elik',
  'jose',
  'JOSÉ',
  'oster gross',
  'øster',
  'GROSS',
  'ß',
  'energie',
  "o'harper",
  'o’harper',
  'O‘HARPER',
  'harper anth',
  'ipek',
  'İPEK',
  'i̇pek',
  'ıpek',
  'los',
  'unal-los',
  '100%',
  '_',
  '%',
  '\\',
  "'",
  'οδυσσευς',
  'ΟΔΥΣΣΕΥΣ',
  'σ',
  'ς',
  '김',
  '지수',
  'ㄱ',
  '720',
  '(720) 555-0190',
  '555-0190',
  '+1 720 555 0190',
  '0190',
  '+44 20 7946 0958',
  '303-555-0123 x45',
  '303-555-0123 ext. 4',
  'x45',
  'ask at',
  'same',
  'same name',
  'name 8',
  'same@',
  'same3@mail',
  'visitor',
  'vic v',
  'south',
  'archived',
  'mail.test',
  '@',
  '\u0301',
  'a b c d e f g h i j k',
  'n a m e s a m e n a zz',
  '🏋',
  '1,234.50',
  'nobody at all',
  'x'.repeat(100),
  'd',
  'DAN',
  'dan col',
  'col dan',
  'dan coach',
  'dan s',
  'neil',
  'O’Neil',
  'oneil',
  'o’',
  'yara ONEIL',
  "'neil",
  '-d',
  'dánae',
  'coleman, d',
  '7205550190',
  '303',
  '3035550',
  'o',
  's',
  '1',
  'dan.stone@',
  ' ',
])('%j finds in memory whom the server finds, in its order', async (typed) => {
  const { status, body } = await gym.by.operator.get(
    `/contacts?${at}&includeVisitors=true&sortBy=relevance&limit=8&search=${encodeURIComponent(typed)}`,
  );
  expect(status).toBe(200);
  expect(findPeople(await read(), typed, 8).map(({ id }) => id)).toEqual(
    body.contacts.map(({ contact }: { contact: { id: string } }) => contact.id),
  );
});

test.each([
  ['d', ['Dan', 'Yara-Dánae', 'Zoe', 'Ben', 'Andre']],
  ['dan', ['Dan', 'Yara-Dánae', 'Zoe', 'Ben', 'Jordan']],
  ['s', [...Array.from({ length: 9 }, () => 'Same'), 'Ben']],
  ['col', ['Andre', 'Dan']],
  ['neil', ['Yara-Dánae', 'Jordan']],
  ['oneil', ['Yara-Dánae']],
  ['oh', ['Anthony']],
  ['dan co', ['Dan']],
  ['303', ['José', 'Zoe']],
  ['720', ['Ann', 'Zoe']],
])(
  'of %j, first names that begin with it come first, then other names, then emails and phones that do, then where else it is found',
  async (typed, names) => {
    const found = findPeople(await read(), typed, 100).map(({ firstName }) => firstName);
    expect(found.filter((name) => names.includes(name))).toEqual(names);
  },
);

test('by relevance, best matches are first whatever the order asked for, and without a search first names are in order', async () => {
  const names = async (query: string) =>
    (await gym.by.operator.get(`/contacts?${at}&sortBy=relevance&limit=4&${query}`)).body.contacts.map(
      ({ contact }: { contact: Person }) => contact.firstName,
    );
  const best = ['Dan', 'Yara-Dánae', 'Zoe', 'Ben'];
  for (const order of ['', '&sortOrder=asc', '&sortOrder=desc']) expect(await names(`search=da${order}`)).toEqual(best);
  expect(await names('search=da&page=2')).toEqual(['Jordan']);
  expect(await names('')).toEqual(['a', 'Andre', 'Ann', 'Anthony']);
});

test('of more than 10,000 people none are sent', async () => {
  const { companyId, locationId, by } = await createGym(server);
  const add = (from: number, to: number) =>
    asAdmin(
      `insert into contacts (id, company_id, home_location_id, first_name, last_name, email)
       select gen_random_uuid(), '${companyId}', '${locationId}', 'Casey', 'Jones', 'casey' || n || '@mail.test' from generate_series(${from}, ${to}) n`,
      new URL(server.url).pathname.slice(1),
    );
  const count = async () => (await by.operator.get(`/contacts/people?locationId=${locationId}`)).body.people?.length;
  await add(1, peopleMax);
  expect(await count()).toBe(peopleMax);
  await add(peopleMax + 1, peopleMax + 1);
  expect(await count()).toBeUndefined();
});
