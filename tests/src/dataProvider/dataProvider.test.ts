import { expect, test } from 'vitest';
import { startSession } from '#src/authProvider/session.ts';
import { checkinActions } from '#src/dataProvider/checkins.ts';
import { dataProvider } from '#src/dataProvider/index.ts';
import { mergeLocations } from '#src/dataProvider/location.ts';
import { respond, consoleApi } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildContact, buildLocation, createPage, createUser, ironPeak } from '#tests/support/records.ts';

const firstPage = {
  pagination: { page: 1, perPage: 10 },
  sort: { field: 'checkinTime', order: 'DESC' },
  filter: {},
} as const;

test('A list asks with page, limit, sortBy and sortOrder, and leaves out what is empty', async () => {
  const api = consoleApi({ 'GET /checkins': () => ({ checkins: [buildCheckin()], pagination: createPage(41) }) });
  const { data, total } = await dataProvider.getList('checkins', {
    ...firstPage,
    filter: { locationId: 'L1', search: '', accessGranted: 'denied' },
  });
  expect(Object.fromEntries(api.calls[0]?.query ?? [])).toEqual({
    page: '1',
    limit: '10',
    sortBy: 'checkinTime',
    sortOrder: 'desc',
    locationId: 'L1',
    accessGranted: 'denied',
  });
  expect(total).toBe(41);
  expect(data[0]?.contact.firstName).toBe('Maya');
});

test('totalCount is accepted in place of total', async () => {
  consoleApi({ 'GET /checkins': () => ({ checkins: [], pagination: { page: 1, limit: 10, totalCount: 7 } }) });
  expect((await dataProvider.getList('checkins', firstPage)).total).toBe(7);
});

test('One record, create, update and delete are unwrapped from their envelopes', async () => {
  const contact = buildContact();
  const api = consoleApi({
    [`GET /contacts/${contact.id}`]: () => ({ contact, homeLocation: null }),
    'POST /contacts': () => respond(201, { message: 'Created', contact }),
    [`PUT /contacts/${contact.id}`]: () => ({ message: 'Saved', contact }),
    [`DELETE /contacts/${contact.id}`]: () => ({ message: 'Deleted' }),
  });
  expect((await dataProvider.getOne('contacts', { id: contact.id })).data).toMatchObject({
    id: contact.id,
    homeLocation: null,
  });
  expect((await dataProvider.create('contacts', { data: { firstName: 'Maya' } })).data.id).toBe(contact.id);
  const change = { id: contact.id, data: { firstName: 'Mia' }, previousData: contact };
  expect((await dataProvider.update('contacts', change)).data.id).toBe(contact.id);
  expect((await dataProvider.delete('contacts', { id: contact.id, previousData: contact })).data.id).toBe(contact.id);
  expect(api.to('POST /contacts')[0]?.body).toEqual({ firstName: 'Maya' });
  expect(api.to(`PUT /contacts/${contact.id}`)[0]?.body).toEqual({ firstName: 'Mia' });
});

test('The list merges company locations with direct-access locations without duplicates by id', () => {
  const [denver, chicago, phoenix] = [
    buildLocation(),
    buildLocation({ name: 'Chicago' }),
    buildLocation({ name: 'Phoenix' }),
  ];
  const merged = mergeLocations(
    {
      companyLocations: [
        { location: denver, company: ironPeak },
        { location: chicago, company: ironPeak },
      ],
      directLocationAccess: [
        { location: denver, company: ironPeak, accessLevel: 'operator' },
        { location: phoenix, company: ironPeak, accessLevel: 'manager' },
      ],
    },
    new Set([ironPeak.id]),
  );
  expect(merged.map(({ name, level }) => [name, level])).toEqual([
    ['Iron Peak Denver', 'admin'],
    ['Chicago', 'admin'],
    ['Phoenix', 'manager'],
  ]);
});

test('A company role of admin gives admin level on all of that company’s locations', async () => {
  startSession({ token: 't', user: createUser('admin') });
  consoleApi({
    'GET /locations': () => ({
      companyLocations: [{ location: buildLocation(), company: ironPeak }],
      directLocationAccess: [],
    }),
  });
  expect(
    (await dataProvider.getList('location', { ...firstPage, sort: { field: 'name', order: 'ASC' } })).data,
  ).toMatchObject([{ level: 'admin', company: ironPeak }]);
});

test('A denied check-in answered as 200 with accessGranted false is a denial too', async () => {
  const { checkin } = buildCheckin({ accessGranted: false, reason: 'Membership has expired' });
  consoleApi({ 'POST /checkins': () => ({ checkin }) });
  expect(await checkinActions.checkIn({ contactId: 'c', locationId: 'l', doorId: 'Front Desk' }, 'k')).toEqual({
    granted: false,
    message: 'Membership has expired',
  });
});

test('A server without the summary answers 404, which is not a failure', async () => {
  consoleApi({ 'GET /checkins/summary': () => respond(404, { message: 'Not found' }) });
  expect(await checkinActions.checkinSummary('L1', 7)).toBeNull();
});
