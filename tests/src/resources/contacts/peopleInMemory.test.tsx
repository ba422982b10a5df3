import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Person } from '#domain/contacts/peopleContract.ts';
import '#src/custom/dashboard/QuickCheckin.tsx';
import { checkinActions, type LiveListener } from '#src/dataProvider/checkins.ts';
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
const open = async (people: () => Person[] | null, routes: Routes = {}, others = [boulder]) => {
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
    { locations: [denver, ...others] },
  );
  await waitFor(() => expect(opened.api.to('GET /contacts/people')).toHaveLength(1));
  const field = await screen.findByRole('combobox', { name: 'Search members' });
  return { ...opened, field, search };
};

test('a name is found at the first letter, without a request; 300 ms later the server adds the photo', async () => {
  const { api, field, search } = await open(() => [person('Maya')]);
  // Without a turn of the event loop, in which a busy machine would let the 300 ms pass.
  fireEvent.change(field, { target: { value: 'm' } });
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

test('a contact who is chosen by the name alone gets the photo from the server', async () => {
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

/** Says to the console, as the stream would, that people changed. */
const stubStream = () => {
  let announce: LiveListener['onPeople'] = () => undefined;
  vi.spyOn(checkinActions, 'liveCheckins').mockImplementation((_location, { onPeople }) => {
    announce = onPeople;
    return new Promise(() => undefined);
  });
  return (ids?: readonly string[]) => act(() => announce(ids));
};

const desk: Routes = {
  'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
  'GET /checkins/summary': () => ({ days: [] }),
};
const another: Person = { ...person('Abel'), id: '00000000-0000-7000-8000-00000000abe1' };

test('when the stream says that anybody may have changed, all are read again', async () => {
  const announce = stubStream();
  const people = [person('Maya')];
  const { user, api, field } = await open(() => people);
  people[0] = person('Renamed');
  announce();
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(2));
  expect(api.to('GET /contacts/people')[1]?.query.has('ids')).toBe(false);
  await user.type(field, 'rena');
  expect(await screen.findByRole('option', { name: /Renamed Okafor/ })).toBeVisible();
});

test('when the stream names whom, only they are read; who is no longer found is gone, the others stay', async () => {
  const announce = stubStream();
  const { user, api, field } = await open(() => [], {
    'GET /contacts/people': ({ query }) => ({
      people: query.has('ids')
        ? [{ ...another, firstName: 'Zelda', searchText: 'zelda okafor' }]
        : [another, person('Maya')],
    }),
  });
  announce([another.id]);
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(2));
  expect(api.to('GET /contacts/people')[1]?.query.get('ids')).toBe(another.id);
  await user.type(field, 'oka');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Maya'),
      expect.stringContaining('Zelda'),
    ]),
  );
});

test('an erased contact is gone from memory with the response', async () => {
  const announce = stubStream();
  const { user, api, field } = await open(() => [], {
    'GET /contacts/people': ({ query }) => ({ people: query.has('ids') ? [] : [person('Maya')] }),
  });
  await user.type(field, 'ma');
  expect(screen.getByRole('option', { name: /Maya Okafor/ })).toBeVisible();
  announce([maya.id]);
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
});

test('changes are read one after another, so that an older answer does not replace a newer one', async () => {
  const announce = stubStream();
  const slow = later<unknown>();
  let asked = 0;
  const { user, api, field } = await open(() => [], {
    'GET /contacts/people': () => [{ people: [person('Maya')] }, slow.promise, { people: [person('Newest')] }][asked++],
  });
  announce([maya.id]);
  announce([maya.id]);
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(2));
  slow.settle({ people: [person('Newer')] });
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(3));
  await user.type(field, 'new');
  expect(await screen.findByRole('option', { name: /Newest Okafor/ })).toBeVisible();
});

test('a contact who is added while the people are first read is found, though that list is from before', async () => {
  const announce = stubStream();
  const before = later<unknown>();
  const { user, api, field } = await open(() => [], {
    'GET /contacts/people': ({ query }) => (query.has('ids') ? { people: [person('Maya')] } : before.promise),
  });
  announce([maya.id]);
  before.settle({ people: [another] });
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(2));
  await user.type(field, 'm');
  expect(await screen.findByRole('option', { name: /Maya Okafor/ })).toBeVisible();
});

test('when anybody may have changed while the people are first read, they are read anew at once', async () => {
  const announce = stubStream();
  const before = later<unknown>();
  let asked = 0;
  const { user, api, field } = await open(() => [], {
    'GET /contacts/people': () => ((asked += 1) === 1 ? before.promise : { people: [person('Maya')] }),
  });
  announce();
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(2));
  before.settle({ people: [] });
  await user.type(field, 'm');
  expect(await screen.findByRole('option', { name: /Maya Okafor/ })).toBeVisible();
});

test('after a change that could not be read all are read, a minute later', async () => {
  const announce = stubStream();
  const { api } = await open(() => [], {
    'GET /contacts/people': ({ query }) =>
      query.has('ids') ? respond(503, { message: 'The server does not answer' }) : { people: [person('Maya')] },
  });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  announce([maya.id]);
  await act(() => vi.advanceTimersByTimeAsync(100));
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(api.to('GET /contacts/people')).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(api.to('GET /contacts/people')).toHaveLength(3);
  await act(() => vi.advanceTimersByTimeAsync(300_000));
  expect(api.to('GET /contacts/people')).toHaveLength(3);
});

test('when the connection is back the page is read again, and of the people only whom the stream then names', async () => {
  const announce = stubStream();
  let isDown = false;
  const { api } = await open(() => [person('Maya')], {
    ...desk,
    'GET /health': () => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : { status: 'ok' }),
  });
  const reads = () => api.to('GET /checkins').length;
  const before = await waitFor(() => (expect(reads()).toBeGreaterThan(0), reads()));
  isDown = true;
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  await waitFor(() => expect(api.to('GET /health')).toHaveLength(1));
  isDown = false;
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
  announce([maya.id]);
  const people = () => api.to('GET /contacts/people').map(({ query }) => query.has('ids'));
  await waitFor(() => expect(people()).toEqual([false, true]));
});

test('without a stream all are read again once a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(checkinActions, 'liveCheckins').mockImplementation(() => Promise.reject(respond(404, {})));
  const { api } = await open(() => [person('Maya')], desk);
  await act(() => vi.advanceTimersByTimeAsync(50_000));
  expect(api.to('GET /contacts/people')).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(250_000));
  expect(api.to('GET /contacts/people').length).toBeGreaterThanOrEqual(4);
  expect(api.to('GET /contacts/people').length).toBeLessThanOrEqual(6);
});

const portland = { ...boulder, name: 'Portland', timezone: 'America/Los_Angeles' };
test.each<{ what: string; beforeMidnight: string; locations?: (typeof boulder)[] }>([
  {
    what: 'with a new day at the location all are read again, since memberships ended overnight',
    beforeMidnight: '2026-03-11T05:50:00Z',
  },
  {
    what: 'a visitor whose day ends later than that of the location is no member afterwards in memory either',
    beforeMidnight: '2026-03-11T06:50:00Z',
    locations: [portland],
  },
])('$what', async ({ beforeMidnight, locations }) => {
  stubStream();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(beforeMidnight) });
  onTestFinished(() => void vi.useRealTimers());
  const people = [person('Maya')];
  const { user, api, field } = await open(() => people, desk, locations);
  await act(() => vi.advanceTimersByTimeAsync(8 * 60_000));
  expect(api.to('GET /contacts/people')).toHaveLength(1);
  people[0] = person('Maya', false);
  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000));
  await waitFor(() => expect(api.to('GET /contacts/people')).toHaveLength(2));
  await user.type(field, 'm');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
});

test('with another location the people of the first are forgotten', async () => {
  const { user, api } = await open(() => [person('Maya')]);
  await user.click(screen.getByRole('button', { name: /Location/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Boulder/ }));
  await waitFor(() => expect(api.to('GET /contacts/people').at(-1)?.query.get('locationId')).toBe(boulder.id));
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'm');
  expect(within(document.body).queryByRole('option')).toBeNull();
});
