import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { respond, later } from '#tests/support/consoleApi.ts';
import { buildCheckin, createPage } from '#tests/support/records.ts';
import { setFinePointer } from '#tests/support/width.ts';
import { denver, findMaya, maya, openDashboard } from '#tests/support/dashboard.ts';

test('Quick Check-in says why somebody without a membership is not found, and leads to all contacts with what was typed', async () => {
  const { user } = openDashboard({ 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) });
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'pia');
  expect(await screen.findByText('No members found. Contacts without a membership are not listed here.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Search all contacts' })).toHaveAttribute(
    'href',
    `/contacts?filter=${encodeURIComponent('{"search":"pia"}')}`,
  );
});

test('Quick Check-in takes the focus when the dashboard opens, unless something was opened while it loaded', async () => {
  setFinePointer();
  const { unmount } = openDashboard();
  expect(await screen.findByRole('combobox', { name: 'Search members' })).toHaveFocus();
  unmount();
  const menu = document.body.appendChild(document.createElement('div'));
  menu.setAttribute('role', 'menu');
  const entry = menu.appendChild(document.createElement('button'));
  entry.focus();
  openDashboard();
  await screen.findByRole('combobox', { name: 'Search members' });
  expect(entry).toHaveFocus();
  menu.remove();
});

test('Quick check-in searches members only, at most 8, 300 ms after the last key', async () => {
  const opened = openDashboard();
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
  const opened = openDashboard({
    'POST /checkins': () => {
      isIn = true;
      return respond(201, buildCheckin({}, maya));
    },
    'GET /checkins': () => ({ checkins: isIn ? [buildCheckin({}, maya)] : [], pagination: createPage(isIn ? 1 : 0) }),
  });
  await findMaya(opened);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
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
  act(() => vi.advanceTimersByTime(4_000));
  expect(screen.getByText(line)).toBeVisible();
  act(() => vi.advanceTimersByTime(1_500));
  expect(screen.queryByText(line)).not.toBeInTheDocument();
});

test('A check-in that belongs to the same visit says when and where the one before was', async () => {
  const sameVisit = { checkinTime: '2026-01-05T22:04:00.000Z', locationName: 'Iron Peak Chicago' };
  const opened = openDashboard({ 'POST /checkins': () => respond(201, { ...buildCheckin({}, maya), sameVisit }) });
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
  const opened = openDashboard({
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
  const opened = openDashboard({
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
  const opened = openDashboard({ 'POST /checkins': () => slow.promise });
  await findMaya(opened);
  await opened.user.dblClick(screen.getByRole('button', { name: 'Check In Member' }));
  slow.settle(respond(201, buildCheckin({}, maya)));
  await screen.findByText('Maya Okafor checked in successfully!');
  expect(opened.api.to('POST /checkins')).toHaveLength(1);
});

test('Quick Check-in checks in at once whoever’s whole code is scanned, members and others', async () => {
  const { user, api } = openDashboard({
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
  const { user, api } = openDashboard({ 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) });
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'ABCDEFGHJK29');
  expect(await screen.findByText('No member has this code. It may have been replaced.')).toBeVisible();
  expect(api.to('POST /checkins')).toHaveLength(0);
});
