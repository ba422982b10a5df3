import { addHours } from 'date-fns';
import { expect, onTestFinished, test } from 'vitest';
import { findPeople, withChanged } from '#domain/contacts/findPeople.ts';
import type { Person } from '#domain/contacts/peopleContract.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { openLiveEvents } from '#server/platform/live/liveEvents.ts';
import type { PeopleChange } from '#server/platform/live/peopleChanges.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { runErasureJob } from '#tests/support/personalData.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);
const at = `locationId=${gym.locationId}`;

const read = async (query = ''): Promise<Person[]> => {
  const { status, body } = await gym.by.operator.get(`/contacts/people?${at}${query}`);
  expect(status).toBe(200);
  return body.people;
};

/** Tells which contacts of the company are announced, and where: at which locations, or at `all`. */
async function listen(companyId: string) {
  const live = openLiveEvents({ url: server.url, database: server.database });
  onTestFinished(() => live.close());
  let heard: PeopleChange[] = [];
  live.onPeopleChange(companyId, (change) => heard.push(change));
  // The connection is new, so changes may have been missed.
  await expect.poll(() => heard).toEqual([{ companyId }]);
  return async (change: () => Promise<unknown>) => {
    heard = [];
    await change();
    // What another company announces afterwards comes after it.
    const isLast = new Promise<void>((done) => live.onPeopleChange(rival.companyId, () => done()));
    await builders(server, rival).contact();
    await isLast;
    const places = (id: string | undefined) =>
      [
        ...new Set(heard.flatMap(({ contactId, locationId = 'all' }) => (contactId === id ? [locationId] : []))),
      ].toSorted();
    return Object.fromEntries(heard.map(({ contactId }) => [contactId, places(contactId)]));
  };
}

test('a contact who is added, renamed, deleted, becomes a member or may visit elsewhere is announced where a search finds them; a check-in, and what no search looks at, is not', async () => {
  const [here, there] = [gym.locationId, gym.otherLocationId];
  const heardOf = await listen(gym.companyId);
  const changed = async (contactId: string, change: () => Promise<unknown>) => {
    const { [contactId]: places, ...others } = await heardOf(change);
    expect(others).toEqual({});
    return places;
  };
  const add = async (row: object = {}) => {
    let added = '';
    await heardOf(async () => (added = await make.contact(row)));
    return added;
  };
  const contactId = await add();
  const rename = (firstName: string) =>
    changed(contactId, () => gym.by.operator.put(`/contacts/${contactId}`, { body: { firstName } }));
  expect(await rename('Renamed')).toEqual([here]);
  expect(
    await changed(contactId, () => gym.by.operator.put(`/contacts/${contactId}`, { body: { city: 'Denver' } })),
  ).toBeUndefined();
  expect(await changed(contactId, () => make.contactMembership(contactId))).toEqual([here, 'all'].toSorted());
  expect(await rename('Again')).toEqual([here, 'all'].toSorted());
  expect(
    await changed(contactId, async () => {
      const body = { contactId, locationId: here, doorId: 'Side Entrance' };
      expect((await gym.by.operator.post('/checkins', { body })).status).toBe(201);
    }),
  ).toBeUndefined();
  // By then they are a member at their own location, and until when does not change.
  const visitor = await add({ home_location_id: there });
  const until = (location_id: string) =>
    changed(visitor, () =>
      make.contactMembership(visitor, { location_id, start_date: '2026-01-01', end_date: '2999-12-31' }),
    );
  expect(await until(there)).toEqual([there]);
  expect(await until(here)).toEqual([here]);
  const change = (row: object) =>
    changed(visitor, () =>
      server.database.scoped([gym.companyId], (tx) =>
        tx.updateTable('contact_memberships').set(row).where('contact_id', '=', visitor).execute(),
      ),
    );
  expect(await change({ location_id: null })).toEqual([here, there, 'all'].toSorted());
  expect(await change({ periods_paid: 7 })).toBeUndefined();
  const other = await add();
  expect(
    await changed(other, async () => {
      const { body } = await gym.by.admin.put(`/contacts/${other}`, { body: { homeLocationId: there } });
      expect(body.contact.homeLocationId).toBe(there);
    }),
  ).toEqual([here, there].toSorted());
  expect(
    await changed(other, async () => expect((await gym.by.admin.delete(`/contacts/${other}`)).status).toBe(200)),
  ).toEqual([there]);
});

test('after a freeze, a cancellation, an archive and a restore memory finds whom the server finds, from what was announced', async () => {
  const heardOf = await listen(gym.companyId);
  const contactId = await make.contact({ first_name: 'Quill', last_name: 'Changing' });
  const planId = await make.contactMembership(contactId, { auto_renew: true, end_date: '2999-01-31' });
  let held = await read();
  const membership = `/contacts/${contactId}/memberships/${planId}`;
  const today = todayIn(gym.timezone, server.clock.now);
  const members = async () => {
    const { body } = await gym.by.manager.get(
      `/contacts?${at}&includeVisitors=true&memberFilter=members&sortBy=relevance&limit=8&search=quill`,
    );
    return body.contacts.map(({ contact }: { contact: { id: string } }) => contact.id);
  };
  const steps: [method: 'post' | 'put' | 'delete', path: string, body?: object][] = [
    ['post', `${membership}/freezes`, { from: today, until: addDays(today, 20), reason: 'travel' }],
    ['put', `${membership}/access`, { accessEnabled: false, reason: 'Locker' }],
    ['put', `${membership}/access`, { accessEnabled: true, reason: 'Locker' }],
    ['post', `${membership}/cancellation`, { when: 'now', reason: 'moving' }],
    ['delete', `/contacts/${contactId}`],
    ['post', `/contacts/${contactId}/restore`],
  ];
  const found = new Set<boolean>();
  for (const [method, path, body] of steps) {
    const announced = await heardOf(async () => {
      expect(await gym.by.admin[method](path, { body })).toMatchObject({ status: 200 });
    });
    const ids = Object.keys(announced).filter((id) => id === contactId);
    held = withChanged(held, ids, ids.length > 0 ? await read(`&ids=${ids.join(',')}`) : []) ?? [];
    expect({ path, held }).toEqual({ path, held: await read() });
    const inMemory = findPeople(
      held.filter(({ isMember }) => isMember),
      'quill',
      8,
    ).map(({ id }) => id);
    expect({ path, inMemory }).toEqual({ path, inMemory: await members() });
    found.add(inMemory.length > 0);
  }
  expect(found).toEqual(new Set([true, false]));
});

test('a contact who is added is announced at the home location', async () => {
  const heardOf = await listen(gym.companyId);
  let added = '';
  const heard = await heardOf(async () => {
    added = await make.contact({ home_location_id: gym.otherLocationId });
  });
  expect(heard).toEqual({ [added]: [gym.otherLocationId] });
});

test('an erased contact is announced, and no longer read', async () => {
  const contactId = await make.contact({ first_name: 'Erin', last_name: 'Erased', email: 'erin@mail.test' });
  expect((await gym.by.admin.post(`/contacts/${contactId}/erasure`)).status).toBe(202);
  const heardOf = await listen(gym.companyId);
  const heard = await heardOf(async () => {
    server.clock.now = addHours(new Date(), 24);
    await runErasureJob(server).finally(() => (server.clock.now = new Date()));
  });
  expect(heard).toEqual({ [contactId]: [gym.locationId] });
  const { body } = await gym.by.operator.get(`/contacts/people?${at}&ids=${contactId}`);
  expect(body).toEqual({ people: [] });
});

test('a location that gets another time zone announces everybody, since others are members by its clock', async () => {
  const far = await createGym(server, { timezone: 'Pacific/Kiritimati' });
  const contactId = await builders(server, far).contact();
  await builders(server, far).contactMembership(contactId, {
    start_date: '2020-01-01',
    end_date: addDays(todayIn('Pacific/Kiritimati', new Date()), -1),
  });
  const isMember = async () =>
    (await far.by.operator.get(`/contacts/people?locationId=${far.locationId}`)).body.people[0].isMember;
  expect(await isMember()).toBe(false);
  const heardOf = await listen(far.companyId);
  const set = (timezone: string) =>
    heardOf(async () => {
      const { status } = await far.by.admin.put(`/locations/${far.locationId}`, { body: { timezone } });
      expect(status).toBe(200);
    });
  expect(await set('Pacific/Pago_Pago')).toEqual({ undefined: ['all'] });
  expect(await isMember()).toBe(true);
  expect(await set('Pacific/Pago_Pago')).toEqual({});
});

test.each([
  ['Pacific/Kiritimati', 'in the first'],
  ['Pacific/Pago_Pago', 'in the last'],
])('who is a member again is announced by the clock of %s, %s time zone of the world', async (timezone) => {
  const far = await createGym(server, { timezone });
  const makeFar = builders(server, far);
  const today = todayIn(timezone, new Date());
  const contactId = await makeFar.contact();
  const dayPass = await makeFar.contactMembership(contactId, {
    start_date: '2020-01-01',
    end_date: addDays(today, -1),
  });
  const heardOf = await listen(far.companyId);
  const end = (end_date: string) =>
    server.database.scoped([far.companyId], (tx) =>
      tx.updateTable('contact_memberships').set({ end_date }).where('id', '=', dayPass).execute(),
    );
  const isMember = async () =>
    (await far.by.operator.get(`/contacts/people?locationId=${far.locationId}`)).body.people[0].isMember;
  for (const [day, wanted] of [
    [today, true],
    [addDays(today, -1), false],
    [addDays(today, 1), true],
  ] as const) {
    expect(await heardOf(() => end(day))).toEqual({ [contactId]: [far.locationId, 'all'].toSorted() });
    expect(await isMember()).toBe(wanted);
  }
  // A renewal.
  expect(await heardOf(() => end(addDays(today, 30)))).toEqual({});
});
