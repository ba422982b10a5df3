import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Person } from '#domain/contacts/peopleContract.ts';
import '#src/custom/dashboard/QuickCheckin.tsx';
import { dataProvider } from '#src/dataProvider/index.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildContact, buildLocation, createPage } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

afterEach(() => vi.restoreAllMocks());

const maya = buildContact({ thumbnailUrl: '/maya.webp', previewUrl: '/maya-large.webp' });
const denver = buildLocation();
const person = (firstName: string, isMember = true): Person => ({
  id: maya.id,
  firstName,
  lastName: 'Okafor',
  email: maya.email,
  phone: maya.phone,
  homeLocationId: denver.id,
  isMember,
  searchText: `${firstName.toLowerCase()} okafor ${maya.email}`,
});
const boulder = buildLocation({ id: '00000000-0000-7000-8000-00000000b001', name: 'Boulder' });

/** The console on the dashboard, once it has these people in memory. The server's search answers when the test says so. */
const open = async (people: () => Person[] | null, routes: Routes = {}) => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => void setTimeout(work));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  const search = later<unknown>();
  const opened = renderConsole(
    '/dashboard',
    {
      'GET /contacts': ({ query }) => {
        if (query.has('search')) return search.promise;
        return { contacts: query.has('ids') ? [{ contact: maya, homeLocation: null }] : [], pagination: createPage(0) };
      },
      'GET /contacts/people': ({ query }) => ({ people: query.get('locationId') === denver.id ? people() : [] }),
      ...routes,
    },
    { locations: [denver, boulder] },
  );
  await waitFor(() => expect(opened.api.to('GET /contacts/people')).toHaveLength(1));
  const field = await screen.findByRole('combobox', { name: 'Search members' });
  return { ...opened, field, search };
};

test('a name is found at the first letter, without a request; 300 ms later the server adds the photo', async () => {
  const { user, api, field, search } = await open(() => [person('Maya')]);
  await user.type(field, 'm');
  const option = screen.getByRole('option', { name: /Maya Okafor/ });
  expect(api.to('GET /contacts').filter(({ query }) => query.has('search'))).toHaveLength(0);
  expect(option.querySelector('img')).toBeNull();
  search.settle({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) });
  await waitFor(() =>
    expect(screen.getByRole('option', { name: /Maya Okafor/ }).querySelector('img')).toHaveAttribute(
      'src',
      '/maya.webp',
    ),
  );
});

test('who is chosen by the name alone gets the photo from the server', async () => {
  const { user, field } = await open(() => [person('Maya')]);
  await user.type(field, 'ma{Enter}');
  const photo = () => document.querySelector('img[src="/maya-large.webp"]');
  expect(screen.getByText('Maya Okafor')).toBeVisible();
  await waitFor(() => expect(photo()).not.toBeNull());
});

test('quick check-in finds members only in memory too', async () => {
  const { user, field } = await open(() => [person('Maya', false)]);
  await user.type(field, 'm');
  expect(screen.queryByRole('option')).toBeNull();
  expect(screen.getByText('Searching...')).toBeVisible();
});

test('of too many people, or without them, the server’s search is the only one', async () => {
  const { user, field, search } = await open(() => null);
  await user.type(field, 'may');
  expect(screen.getByText('Searching...')).toBeVisible();
  search.settle({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) });
  expect(await screen.findByRole('option', { name: /Maya Okafor/ })).toBeVisible();
});

test('names that were found stay when the server cannot be reached', async () => {
  const { user, field, search } = await open(() => [person('Maya')]);
  await user.type(field, 'may');
  search.settle(respond(503, { message: 'The server does not answer' }));
  expect(screen.getByRole('option', { name: /Maya Okafor/ })).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Maya Okafor')).toBeVisible();
});

test('Ctrl K shows names at the first letter too, and its other groups below them', async () => {
  const { user, search } = await open(() => [person('Maya')], {
    'GET /memberships': () => ({ memberships: [], pagination: createPage(0) }),
    'GET /sales-items': () => ({ salesItems: [], pagination: createPage(0) }),
    'GET /invoices': () => ({ invoices: [], pagination: createPage(0) }),
  });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'may');
  expect(screen.getByRole('option', { name: /Maya Okafor/ })).toBeVisible();
  search.settle({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) });
  expect(await screen.findByText('1 found')).toBeVisible();
});

test('when people change the stream says so, and they are read again', async () => {
  let announce: () => void = () => undefined;
  vi.spyOn(dataProvider, 'liveCheckins').mockImplementation((_location, { onPeople }) => {
    announce = onPeople;
    return new Promise(() => undefined);
  });
  const people = [person('Maya')];
  const { user, api, field } = await open(() => people);
  people[0] = person('Renamed');
  act(() => announce());
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(2));
  await user.type(field, 'rena');
  expect(await screen.findByRole('option', { name: /Renamed Okafor/ })).toBeVisible();
});

test('who is added while the people are first read is found, though that list is from before', async () => {
  let announce: () => void = () => undefined;
  vi.spyOn(dataProvider, 'liveCheckins').mockImplementation((_location, { onPeople }) => {
    announce = onPeople;
    return new Promise(() => undefined);
  });
  const before = later<unknown>();
  let asked = 0;
  const { user, api, field } = await open(() => [], {
    'GET /contacts/people': () => ((asked += 1) === 1 ? before.promise : { people: [person('Maya')] }),
  });
  act(() => announce());
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(2));
  before.settle({ people: [] });
  await user.type(field, 'm');
  expect(await screen.findByRole('option', { name: /Maya Okafor/ })).toBeVisible();
});

test('what was missed while the stream was cut is read, though the names are not old yet', async () => {
  let announce: (ids: readonly string[]) => void = () => undefined;
  vi.spyOn(dataProvider, 'liveCheckins').mockImplementation((_location, { onCheckins }) => {
    announce = onCheckins;
    return new Promise(() => undefined);
  });
  const { api } = await open(() => [person('Maya')]);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  act(() => announce([]));
  expect(api.to('GET /contacts/people')).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(api.to('GET /contacts/people')).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(api.to('GET /contacts/people')).toHaveLength(2);
});

test('with another location the people of the first are forgotten', async () => {
  const { user, api } = await open(() => [person('Maya')]);
  await user.click(screen.getByRole('button', { name: /Location/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Boulder/ }));
  await waitFor(() => expect(api.to('GET /contacts/people').at(-1)?.query.get('locationId')).toBe(boulder.id));
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'm');
  expect(within(document.body).queryByRole('option')).toBeNull();
});
