import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { respond, later } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildContact, buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

/** The rows below the head, once they have loaded. */
const rows = async () => {
  await screen.findAllByText('Front Desk');
  return screen.getAllByRole('row').slice(1);
};
const one = () => ({ checkins: [buildCheckin()], pagination: createPage(1) });
const none = () => ({ checkins: [], pagination: createPage(0) });
const many = () => ({ checkins: Array.from({ length: 10 }, () => buildCheckin()), pagination: createPage(23) });
const open = (responses: () => unknown, path = '/checkins') => renderScreen(path, { 'GET /checkins': responses });
const asked = (api: { to: (name: string) => { query: URLSearchParams }[] }) =>
  Object.fromEntries(api.to('GET /checkins').at(-1)?.query ?? []);

test("Title 'Check-ins', subtitle 'Track member facility access for {location name}'", async () => {
  open(one);
  expect(await screen.findByRole('heading', { name: 'Check-ins' })).toBeVisible();
  expect(screen.getByText('Track member facility access for Iron Peak Denver')).toBeVisible();
});

test('Columns: Member, Door, Check-in Time in the location’s time, and Status', async () => {
  open(one);
  const [row] = await rows();
  const cells = within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['MOMaya Okaformaya@example.test', 'Front Desk', 'Jan 5, 3:04 PM', 'Allowed']);
});

test('Denied rows also show the reason', async () => {
  open(() => ({
    checkins: [buildCheckin({ accessGranted: false, reason: 'Membership has expired' })],
    pagination: createPage(1),
  }));
  expect(await screen.findByRole('cell', { name: /^Denied ?Membership has expired$/ })).toBeVisible();
});

test('Default checkinTime descending, ten a page, at the selected location', async () => {
  const denver = buildLocation();
  const { api } = renderScreen('/checkins', { 'GET /checkins': one }, { locations: [denver] });
  await rows();
  expect(asked(api)).toEqual({
    page: '1',
    limit: '10',
    sortBy: 'checkinTime',
    sortOrder: 'desc',
    locationId: denver.id,
  });
  expect(screen.getByRole('columnheader', { name: 'Check-in Time' })).toHaveAttribute('aria-sort', 'descending');
});

test('Clicking the active sort column toggles direction; a new column starts ascending, except checkinTime', async () => {
  const { user, api } = open(many);
  const click = (name: string) => user.click(screen.getByRole('button', { name }));
  await rows();
  await click('Check-in Time');
  await waitFor(() => expect(asked(api)).toMatchObject({ sortBy: 'checkinTime', sortOrder: 'asc' }));
  await click('Member');
  await waitFor(() => expect(asked(api)).toMatchObject({ sortBy: 'contactFirstName', sortOrder: 'asc' }));
  await click('Status');
  await waitFor(() => expect(asked(api)).toMatchObject({ sortBy: 'accessGranted', sortOrder: 'asc' }));
  await click('Status');
  await waitFor(() => expect(asked(api)).toMatchObject({ sortBy: 'accessGranted', sortOrder: 'desc' }));
  await click('Check-in Time');
  // These rows are known from the start and may be shown again without a request.
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: /Check-in Time/ })).toHaveAttribute('aria-sort', 'descending'),
  );
});

test('Pagination (Previous/Next, "Page X of N (total check-ins)") and any sort change returns to page 1', async () => {
  const { user, api } = open(many);
  expect(await screen.findByText('Page 1 of 3 (23 check-ins)')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Page 2 of 3 (23 check-ins)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Status' }));
  await waitFor(() => expect(asked(api)).toMatchObject({ page: '1', sortBy: 'accessGranted' }));
});

test('Pagination appears with more than one page only', async () => {
  open(one);
  await rows();
  expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
});

test('The result filter offers All Results, Access Granted and Access Denied, and returns to page 1', async () => {
  const { user, api } = open(many, '/checkins?page=2');
  expect(await screen.findByText('Page 2 of 3 (23 check-ins)')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: /^Result: / }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'All Results',
    'Access Granted',
    'Access Denied',
  ]);
  await user.click(screen.getByRole('option', { name: 'Access Denied' }));
  await waitFor(() => expect(asked(api)).toMatchObject({ accessGranted: 'denied', page: '1' }));
});

test('Searches are debounced 300 ms, reset to page 1 and can be cleared', async () => {
  const { user, api } = open(many, '/checkins?page=2');
  await rows();
  const box = screen.getByPlaceholderText('Search check-ins by member name or email...');
  await user.type(box, 'maya');
  await waitFor(() => expect(asked(api)).toMatchObject({ search: 'maya', page: '1' }));
  expect(api.to('GET /checkins').map(({ query }) => query.get('search'))).toEqual([null, 'maya']);
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(asked(api)).not.toHaveProperty('search'));
  expect(box).toHaveValue('');
});

test('An older answer never replaces a newer one', async () => {
  const slow = later<unknown>();
  const of = (firstName: string) => ({
    checkins: [buildCheckin({}, buildContact({ firstName }))],
    pagination: createPage(1),
  });
  const { user } = renderScreen('/checkins', {
    'GET /checkins': ({ query }) => {
      if (query.get('search') === 'old') return slow.promise;
      return of(query.get('search') === 'new' ? 'Newer' : 'Maya');
    },
  });
  await rows();
  const box = screen.getByRole('searchbox');
  await user.type(box, 'old');
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'));
  await user.clear(box);
  await user.type(box, 'new');
  expect(await screen.findByText('Newer Okafor')).toBeVisible();
  slow.settle(of('Older'));
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false'));
  expect(screen.queryByText('Older Okafor')).not.toBeInTheDocument();
});

test("Empty: 'No check-ins found' with 'Check-ins will appear here as members access the facility.'", async () => {
  open(none);
  expect(await screen.findByText('No check-ins found')).toBeVisible();
  expect(screen.getByText('Check-ins will appear here as members access the facility.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Check in a member' })).toHaveAttribute('href', '/dashboard');
});

test("Empty while searching: 'No check-ins match your search criteria.'", async () => {
  open(none, `/checkins?filter=${encodeURIComponent('{"search":"zzz"}')}`);
  expect(await screen.findByText('No check-ins match your search criteria.')).toBeVisible();
});

test('An error banner shows on failure, with the server’s message and a way to try again', async () => {
  let isAway = true;
  const { user } = open(() => (isAway ? respond(503, { message: 'The database is away' }) : one()));
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Maya Okafor')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('Back brings back the page before, not the last one seen', async () => {
  const { user } = open(many);
  await screen.findByText('Page 1 of 3 (23 check-ins)');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Page 2 of 3 (23 check-ins)');
  window.history.back();
  expect(await screen.findByText('Page 1 of 3 (23 check-ins)')).toBeVisible();
});

describe('Undo', () => {
  const now = () => buildCheckin({ checkinTime: new Date().toISOString() });
  const undo = { name: 'Undo the check-in of Maya Okafor' };
  const page = (...checkins: ReturnType<typeof buildCheckin>[]) => ({
    checkins,
    pagination: createPage(checkins.length),
  });

  test('asks, removes the check-in, and reads the list again', async () => {
    const row = now();
    const removal = `DELETE /checkins/${row.checkin.id}`;
    const { user, api } = renderScreen(
      '/checkins',
      { 'GET /checkins': () => page(row), [removal]: () => ({ message: 'Check-in undone' }) },
      { level: 'manager' },
    );
    await user.click(await screen.findByRole('button', undo));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Undo the check-in of Maya Okafor?' }));
    expect(dialog.getByText('The check-in is removed. A visit that it used is given back.')).toBeVisible();
    const before = api.to('GET /checkins').length;
    await user.click(dialog.getByRole('button', { name: 'Undo check-in' }));
    expect(await screen.findByText('Check-in undone')).toBeVisible();
    await waitFor(() => expect(api.to('GET /checkins').length).toBeGreaterThan(before));
    expect(api.to(removal)).toHaveLength(1);
    expect(await screen.findByRole('heading', { name: 'Check-ins' })).toBeVisible();
  });

  test('says why the check-in stays', async () => {
    const row = now();
    const message = 'A check-in can be undone on the same day only';
    const { user } = renderScreen(
      '/checkins',
      { 'GET /checkins': () => page(row), [`DELETE /checkins/${row.checkin.id}`]: () => respond(409, { message }) },
      { level: 'admin' },
    );
    await user.click(await screen.findByRole('button', undo));
    await user.click(await screen.findByRole('button', { name: 'Undo check-in' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  test.each([
    ['an operator', 'operator', {}],
    ['the till', 'point_of_sale', {}],
    ['a denied check-in', 'manager', { accessGranted: false, reason: 'Membership has expired' }],
    ['another day', 'manager', { checkinTime: '2026-01-05T22:04:00.000Z' }],
  ] as const)('is not offered for %s', async (_what, level, change) => {
    const row = buildCheckin({ checkinTime: new Date().toISOString(), ...change });
    renderScreen('/checkins', { 'GET /checkins': () => page(row) }, { level });
    await rows();
    expect(screen.queryByRole('button', undo)).toBeNull();
  });
});
