import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { levels, type Level } from '#domain/shared/access.ts';
import { createChecklist } from '#tests/support/companies.ts';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildContact, buildLocation, createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { setFinePointer, setWidth } from '#tests/support/width.ts';

const maya = buildContact();
const denver = buildLocation();
const week = (today: { granted: number; denied: number }) => ({
  days: [
    ...Array.from({ length: 6 }, (_day, index) => ({ date: `2026-01-0${index + 1}`, granted: 4, denied: 1 })),
    { date: '2026-01-07', ...today },
  ],
});

const open = (routes: Routes = {}, level: Level = 'admin') =>
  renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => week({ granted: 9, denied: 1 }),
      'GET /contacts': ({ query }) =>
        query.has('search')
          ? { contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) }
          : { contacts: [], pagination: createPage(1234, 1, 1) },
      ...routes,
    },
    { level, locations: [denver] },
  );

const findMaya = async ({ user }: ReturnType<typeof open>) => {
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'may');
  await screen.findByRole('option', { name: /Maya Okafor/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check In Member' })).toHaveFocus());
};

test('The title is shown while the setup checklist is asked for', async () => {
  const { promise, settle } = later<unknown>();
  open({ [`GET /companies/${ironPeak.id}/checklist`]: () => promise });
  expect(await screen.findByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Quick actions' })).toBeNull();
  settle({ checklist: createChecklist() });
  expect(await screen.findByRole('region', { name: 'Quick actions' })).toBeVisible();
});

test('The title is drawn first, and the cards after it', async () => {
  const steps: string[] = [];
  const title = () => screen.queryByRole('heading', { name: 'Front Desk Dashboard' });
  const cards = () => screen.queryByRole('region', { name: 'Quick actions' });
  const observer = new MutationObserver(() => {
    const step = [title() && 'title', cards() && 'cards'].filter(Boolean).join(' and ');
    if (step !== (steps.at(-1) ?? '')) steps.push(step);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  open();
  await waitFor(() => expect(cards()).not.toBeNull());
  observer.disconnect();
  expect(steps).toEqual(['title', 'title and cards']);
});

test('Quick actions: Add Contact, Open Door, Lock/Unlock Door, Reports and Settings', async () => {
  open();
  const actions = within(await screen.findByRole('region', { name: 'Quick actions' }));
  expect(actions.getByRole('link', { name: 'Add Contact' })).toHaveAttribute('href', '/contacts/add');
  expect(actions.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/reports');
  expect(actions.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
});

test.each([
  ['On a phone Quick Check-in comes before the quick actions', 390, Node.DOCUMENT_POSITION_FOLLOWING],
  ['On a wide screen it comes after them', 1280, Node.DOCUMENT_POSITION_PRECEDING],
])('%s', async (_title, width, position) => {
  setWidth(width);
  open();
  const checkin = await screen.findByRole('heading', { name: 'Quick Check-in' });
  expect(checkin.compareDocumentPosition(screen.getByRole('region', { name: 'Quick actions' }))).toBe(position);
});

test('Quick Check-in says why somebody without a membership is not found, and leads to all contacts with what was typed', async () => {
  const { user } = open({ 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) });
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'pia');
  expect(await screen.findByText('No members found. Contacts without a membership are not listed here.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Search all contacts' })).toHaveAttribute(
    'href',
    `/contacts?filter=${encodeURIComponent('{"search":"pia"}')}`,
  );
});

test('Quick Check-in takes the focus when the dashboard opens, unless something was opened while it loaded', async () => {
  setFinePointer();
  const { unmount } = open();
  expect(await screen.findByRole('combobox', { name: 'Search members' })).toHaveFocus();
  unmount();
  const menu = document.body.appendChild(document.createElement('div'));
  menu.setAttribute('role', 'menu');
  const entry = menu.appendChild(document.createElement('button'));
  entry.focus();
  open();
  await screen.findByRole('combobox', { name: 'Search members' });
  expect(entry).toHaveFocus();
  menu.remove();
});

test('A shortcut the level cannot use is locked like its sidebar entry', async () => {
  open({}, 'operator');
  const actions = within(await screen.findByRole('region', { name: 'Quick actions' }));
  expect(actions.getByRole('button', { name: 'Reports' })).toHaveAttribute('aria-disabled', 'true');
  expect(actions.getByRole('link', { name: 'Add Contact' })).toBeVisible();
});

test('For who only has the POS level, the till is the first shortcut, and nothing is locked', async () => {
  open({}, 'point_of_sale');
  const actions = within(await screen.findByRole('region', { name: 'Quick actions' }));
  expect(actions.getByRole('link', { name: 'Point of Sale' })).toHaveAttribute('href', '/pos');
  expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Open Door', 'Unlock Door']);
});

test("Open Door only shows 'Door Opened' for 2 seconds and makes no call", async () => {
  const { api } = open();
  await screen.findByText('1,234');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'Open Door' }));
  act(() => vi.advanceTimersByTime(1_999));
  expect(screen.getByRole('button', { name: 'Door Opened' })).toBeVisible();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole('button', { name: 'Open Door' })).toBeVisible();
  // The dashboard itself only reads.
  expect(api.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('The door’s buttons say that no door is connected', async () => {
  open();
  const door = await screen.findByRole('group', { name: 'Door' });
  await waitFor(() => expect(door).toHaveAccessibleDescription('No door connected'));
  expect(
    within(door)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Open Door', 'Unlock Door']);
});

test.each(levels)('For %s they say that they open no door once a controller is paired, too', async (level) => {
  const { api, unmount } = open({}, level);
  const described = (text: string) =>
    waitFor(() => expect(screen.getByRole('group', { name: 'Door' })).toHaveAccessibleDescription(text));
  await described('No door connected');
  expect(api.to('GET /devices')).toEqual([]);
  unmount();
  open({ 'GET /doors/controller': () => ({ hasController: true }) }, level);
  await described('Shown here only, opens no door');
});

test('Lock/Unlock Door is a local toggle only and starts locked', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Unlock Door' }));
  await user.click(screen.getByRole('button', { name: 'Lock Door' }));
  expect(screen.getByRole('button', { name: 'Unlock Door' })).toBeVisible();
});

test("Stat cards: the members' total, and today against the average of the previous 6 days", async () => {
  open();
  expect(
    await within(await screen.findByRole('article', { name: 'Active Members' })).findByText(
      'Graph is simulated, not history',
    ),
  ).toBeVisible();
  expect(await screen.findByText('1,234')).toBeVisible();
  const today = within(screen.getByRole('article', { name: "Today's Check-ins" }));
  expect(await today.findByText('10')).toBeVisible();
  expect(today.getByText('+100%')).toBeVisible();
  expect(today.getByText('9 allowed, 1 denied')).toBeVisible();
  expect(within(screen.getByRole('article', { name: 'Denied Today' })).getByText('0%')).toBeVisible();
});

test("A day that is not over is compared 'so far'", async () => {
  open();
  const today = within(await screen.findByRole('article', { name: "Today's Check-ins" }));
  const denied = within(screen.getByRole('article', { name: 'Denied Today' }));
  expect(await today.findByText(/^so far vs/)).toHaveTextContent('so far vs 6-day average');
  expect(denied.getByText('10% of all so far')).toBeVisible();
});

test('The member count is the list’s total, asked with a page of one', async () => {
  const { api } = open();
  await screen.findByText('1,234');
  expect(Object.fromEntries(api.to('GET /contacts')[0]?.query ?? [])).toMatchObject({
    memberFilter: 'members',
    limit: '1',
    locationId: denver.id,
  });
});

test('A trend without a base is a dash', async () => {
  open({
    'GET /checkins/summary': () => ({
      days: week({ granted: 3, denied: 0 }).days.map((day, index) =>
        index < 6 ? { ...day, granted: 0, denied: 0 } : day,
      ),
    }),
  });
  const today = within(await screen.findByRole('article', { name: "Today's Check-ins" }));
  expect(await today.findByText('—')).toBeVisible();
});

test('Without the summary, today is counted from the newest check-ins by the location’s own midnight', async () => {
  const now = Date.now();
  open({
    'GET /checkins/summary': () => respond(404, { message: 'Not found' }),
    'GET /checkins': () => ({
      checkins: [
        buildCheckin({ checkinTime: new Date(now).toISOString() }),
        buildCheckin({ checkinTime: new Date(now - 50 * 3_600_000).toISOString() }),
      ],
      pagination: createPage(2),
    }),
  });
  const today = within(await screen.findByRole('article', { name: "Today's Check-ins" }));
  expect(await today.findByText('1 allowed, 0 denied')).toBeVisible();
});

test('The Recent Activity widget shows the first 20 of the recent check-ins, asked up to 100, newest first', async () => {
  const { api } = open({
    'GET /checkins': () => ({ checkins: Array.from({ length: 30 }, () => buildCheckin()), pagination: createPage(30) }),
  });
  const list = await screen.findByRole('list', { name: 'Recent Activity' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(20);
  expect(Object.fromEntries(api.to('GET /checkins')[0]?.query ?? [])).toMatchObject({
    limit: '100',
    sortBy: 'checkinTime',
    sortOrder: 'desc',
  });
});

test('Quick check-in searches members only, at most 8, 300 ms after the last key', async () => {
  const opened = open();
  await findMaya(opened);
  const searches = opened.api.to('GET /contacts').filter(({ query }) => query.has('search'));
  expect(searches.map(({ query }) => Object.fromEntries(query))).toEqual([
    expect.objectContaining({
      search: 'may',
      limit: '8',
      memberFilter: 'members',
      includeVisitors: 'true',
      locationId: denver.id,
    }),
  ]);
});

test("On success '{first} {last} checked in successfully!' shows for about 5 seconds, the search is cleared and the list refreshes", async () => {
  let isIn = false;
  const opened = open({
    'POST /checkins': () => {
      isIn = true;
      return respond(201, buildCheckin({}, maya));
    },
    'GET /checkins': () => ({ checkins: isIn ? [buildCheckin({}, maya)] : [], pagination: createPage(isIn ? 1 : 0) }),
  });
  await findMaya(opened);
  const pressed = Date.now();
  await opened.user.keyboard('{Enter}');
  const line = 'Maya Okafor checked in successfully!';
  expect(await screen.findByText(line)).toBeVisible();
  expect(screen.getByRole('combobox')).toHaveValue('');
  expect(
    await within(await screen.findByRole('list', { name: 'Recent Activity' })).findByText('Maya Okafor'),
  ).toBeVisible();
  expect(opened.api.to('POST /checkins')[0]?.body).toEqual({
    contactId: maya.id,
    locationId: denver.id,
    doorId: 'Front Desk',
  });
  await waitFor(() => expect(screen.queryByText(line)).not.toBeInTheDocument());
  expect(Date.now() - pressed).toBeGreaterThan(4_500);
});

test('A check-in that belongs to the same visit says when and where the one before was', async () => {
  const sameVisit = { checkinTime: '2026-01-05T22:04:00.000Z', locationName: 'Iron Peak Chicago' };
  const opened = open({ 'POST /checkins': () => respond(201, { ...buildCheckin({}, maya), sameVisit }) });
  await findMaya(opened);
  await opened.user.keyboard('{Enter}');
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
  expect(screen.getByText('Already checked in Jan 5, 3:04 PM at Iron Peak Chicago')).toBeVisible();
});

test.each([
  ['Membership access is suspended', 'Access Suspended'],
  ['Membership has expired', 'Membership Expired'],
  ['Membership has not started yet', 'Membership Pending'],
  ['Membership is not valid at this location', 'Location Restricted'],
  ['No membership found for this contact', 'No Membership'],
  ['The door says no', 'Access Denied'],
])('A denial with "%s" is shown as an alert titled %s, and the list refreshes', async (message, title) => {
  const opened = open({
    'POST /checkins': () => respond(403, { message, ...buildCheckin({ accessGranted: false, reason: message }) }),
  });
  await findMaya(opened);
  const before = opened.api.to('GET /checkins').length;
  await opened.user.keyboard('{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(title);
  expect(alert).toHaveTextContent(message);
  await waitFor(() => expect(opened.api.to('GET /checkins').length).toBeGreaterThan(before));
});

test('Trying again after a lost answer is the same attempt, with the same key; the next check-in has its own', async () => {
  let fails = true;
  const opened = open({
    'POST /checkins': () =>
      fails ? respond(503, { message: 'The database is away' }) : respond(201, buildCheckin({}, maya)),
  });
  await findMaya(opened);
  await opened.user.keyboard('{Enter}');
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Failed to process check-in')).toBeVisible();
  expect(alert).toHaveTextContent('The database is away');
  fails = false;
  await opened.user.click(screen.getByRole('button', { name: 'Check In Member' }));
  await screen.findByText('Maya Okafor checked in successfully!');
  await findMaya(opened);
  await opened.user.keyboard('{Enter}');
  await waitFor(() => expect(opened.api.to('POST /checkins')).toHaveLength(3));
  const [first, again, other] = opened.api.to('POST /checkins').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('A double click checks in once', async () => {
  const slow = later<unknown>();
  const opened = open({ 'POST /checkins': () => slow.promise });
  await findMaya(opened);
  await opened.user.dblClick(screen.getByRole('button', { name: 'Check In Member' }));
  slow.settle(respond(201, buildCheckin({}, maya)));
  await screen.findByText('Maya Okafor checked in successfully!');
  expect(opened.api.to('POST /checkins')).toHaveLength(1);
});

test('Quick Check-in checks in at once whoever’s whole code is scanned, members and others', async () => {
  const { user, api } = open({
    'POST /checkins': () => respond(201, buildCheckin({ contactId: maya.id })),
    [`GET /contacts/${maya.id}/standing`]: () => respond(404, { message: 'Contact not found' }),
  });
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'ABCDEFGHJK29{Enter}');
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
  const [search] = api.to('GET /contacts').filter(({ query }) => query.get('search') === 'ABCDEFGHJK29');
  expect(search?.query.has('memberFilter')).toBe(false);
  expect(api.to('POST /checkins').map(({ body }) => body)).toEqual([
    { contactId: maya.id, locationId: denver.id, doorId: 'Front Desk' },
  ]);
});

test('Quick Check-in says that nobody has a scanned code', async () => {
  const { user, api } = open({ 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) });
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'ABCDEFGHJK29');
  expect(await screen.findByText('No member has this code. It may have been replaced.')).toBeVisible();
  expect(api.to('POST /checkins')).toHaveLength(0);
});
