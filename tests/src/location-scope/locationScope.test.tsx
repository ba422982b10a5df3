import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The screens' own chunks, so that no test waits for one.
import '#src/resources/agreements/AgreementEdit.tsx';
import '#src/resources/memberships/MembershipEdit.tsx';
import '#src/resources/sales-items/SalesItemEdit.tsx';
import { noteWrite } from '#src/dataProvider/http.ts';
import { buildAgreement } from '#tests/support/bookkeeping.ts';
import { createPlan, buildSalesItem } from '#tests/support/catalogue.ts';
import { respond, later } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildContact, buildLocation, createPage, ironPeak } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const denver = buildLocation();
const chicago = buildLocation({ name: 'Iron Peak Chicago', city: 'Chicago', state: 'IL' });
const at = (firstName: string) => ({
  checkins: [buildCheckin({}, buildContact({ firstName }))],
  pagination: createPage(1),
});

test('Selected location defaults to the first available location after loading', async () => {
  renderConsole('/checkins', { 'GET /checkins': () => at('Maya') }, { locations: [denver, chicago] });
  expect(await screen.findByRole('button', { name: 'Location: Iron Peak Denver' })).toBeVisible();
});

test('The location selector shows the name, the company name, the access label, and city and state', async () => {
  const { user } = renderConsole(
    '/checkins',
    { 'GET /checkins': () => at('Maya') },
    { level: 'manager', locations: [denver, { location: chicago, level: 'point_of_sale' }] },
  );
  await user.click(await screen.findByRole('button', { name: 'Location: Iron Peak Denver' }));
  const entry = screen.getByRole('menuitemradio', { name: /Iron Peak Chicago/ });
  expect(entry).toHaveTextContent('Iron Peak Fitness · POS');
  expect(entry).toHaveTextContent('Chicago, IL');
  expect(screen.getByRole('menuitemradio', { name: /Iron Peak Denver/ })).toBeChecked();
});

test('While the locations load, the selector is off and called what it shows', async () => {
  const { promise } = later<unknown>();
  renderConsole('/training', { 'GET /locations': () => promise });
  const selector = await screen.findByRole('button', { name: 'Loading...' });
  expect(selector).toBeDisabled();
  expect(selector).toHaveTextContent('Loading...');
});

test("Switching the location never shows the old location's rows, and is remembered for the tab", async () => {
  const slow = later<unknown>();
  const { user } = renderConsole(
    '/checkins',
    { 'GET /checkins': ({ query }) => (query.get('locationId') === chicago.id ? slow.promise : at('Maya')) },
    { locations: [denver, chicago] },
  );
  expect(await screen.findByText('Maya Okafor')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Location: Iron Peak Denver' }));
  await user.click(screen.getByRole('menuitemradio', { name: /Iron Peak Chicago/ }));
  expect(await screen.findByText('Track member facility access for Iron Peak Chicago')).toBeVisible();
  expect(screen.queryByText('Maya Okafor')).not.toBeInTheDocument();
  expect(screen.getAllByRole('row', { name: 'Loading row' })).toHaveLength(5);
  slow.settle(at('Noah'));
  expect(await screen.findByText('Noah Okafor')).toBeVisible();
  expect(JSON.stringify(sessionStorage)).toContain(chicago.id);
  expect(Object.keys(localStorage).toSorted()).toEqual(['token', 'user']);
});

test('A page number belongs to the location it was chosen at', async () => {
  const { user } = renderConsole(
    '/checkins?page=2',
    {
      'GET /checkins': () => ({
        checkins: Array.from({ length: 10 }, () => buildCheckin()),
        pagination: createPage(23),
      }),
    },
    { locations: [denver, chicago] },
  );
  await screen.findByText('Page 2 of 3 (23 check-ins)');
  await user.click(screen.getByRole('button', { name: 'Location: Iron Peak Denver' }));
  await user.click(screen.getByRole('menuitemradio', { name: /Iron Peak Chicago/ }));
  expect(await screen.findByText('Page 1 of 3 (23 check-ins)')).toBeVisible();
});

test("Screens that depend on a location show 'Select a Location' when there is none", async () => {
  renderConsole('/checkins', {}, { locations: [] });
  expect(await screen.findByRole('heading', { name: 'Select a Location' })).toBeVisible();
});

test("A list error shows 'Error loading locations', and the way to try again", async () => {
  let isAway = true;
  const { user } = renderConsole('/reports', {
    'GET /locations': () =>
      isAway ? respond(503, { message: 'away' }) : { companyLocations: [], directLocationAccess: [] },
  });
  // In the selector, and on the page, whose chunk may come later.
  await waitFor(() => expect(screen.getAllByText('Error loading locations')).toHaveLength(2));
  isAway = false;
  await user.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByText('Error loading locations')).not.toBeInTheDocument());
});

test('a user whose location is archived, or whose access to it ends, is told where they are now', async () => {
  const offer = (...locations: (typeof denver)[]) => ({
    companyLocations: locations.map((location) => ({ location, company: ironPeak })),
    directLocationAccess: [],
  });
  let offered = offer(denver, chicago);
  const { user } = renderConsole('/training', { 'GET /locations': () => offered });
  await screen.findByRole('heading', { name: 'Training' });
  await user.click(screen.getByRole('button', { name: 'Location: Iron Peak Denver' }));
  await user.click(screen.getByRole('menuitemradio', { name: /Iron Peak Chicago/ }));
  expect(screen.queryByText(/is no longer available/)).not.toBeInTheDocument();
  offered = offer(denver);
  act(() => noteWrite('everything'));
  expect(
    await screen.findByText('Iron Peak Chicago is no longer available to you. You are at Iron Peak Denver now.'),
  ).toBeVisible();
});

test('A page the level cannot use keeps its URL and says which level, which location, and whether another would allow it', async () => {
  const { user } = renderConsole(
    '/reports',
    {},
    { level: 'operator', locations: [denver, { location: chicago, level: 'manager' }] },
  );
  expect(await screen.findByRole('heading', { name: 'Reports is not available' })).toBeVisible();
  expect(
    screen.getByText(/Your access level at Iron Peak Denver is Operator, which cannot access Reports/),
  ).toBeVisible();
  expect(window.location.pathname).toBe('/reports');
  await user.click(screen.getByRole('button', { name: 'Switch to Iron Peak Chicago (Manager)' }));
  expect(await screen.findByRole('heading', { name: 'Reports' })).toBeVisible();
});

test('Without another location that would allow it, the page says so', async () => {
  renderConsole('/settings', {}, { level: 'manager', locations: [denver, { location: chicago, level: 'operator' }] });
  expect(
    await screen.findByText(/It is not available at your other locations either\. A company admin can change/),
  ).toBeVisible();
});

const there = { locationId: chicago.id };
test.each([
  ['agreements', 'manager', 'operator', { agreement: buildAgreement(there) }],
  ['memberships', 'manager', 'point_of_sale', { membership: createPlan(there), location: null, agreements: [] }],
  ['sales-items', 'manager', 'operator', { salesItem: buildSalesItem(there) }],
] as const)(
  'Of %s at another location, %s here and %s there does not get the form',
  async (slug, level, lower, record) => {
    const [{ id } = { id: '' }] = Object.values(record).flatMap((value) => (value && 'id' in value ? [value] : []));
    renderConsole(
      `/${slug}/${id}/edit`,
      { [`GET /${slug}/${id}`]: () => record },
      { level, locations: [denver, { location: chicago, level: lower }] },
    );
    expect(await screen.findByRole('heading', { name: 'You cannot change this' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
  },
);

test('The sidebar asks about access anew at another location', async () => {
  const { user } = renderConsole(
    '/training',
    {},
    { level: 'operator', locations: [denver, { location: chicago, level: 'manager' }] },
  );
  const reports = async () =>
    within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Reports' });
  await waitFor(async () => expect(await reports()).toHaveAttribute('aria-disabled', 'true'));
  await user.click(await screen.findByRole('button', { name: 'Location: Iron Peak Denver' }));
  await user.click(screen.getByRole('menuitemradio', { name: /Iron Peak Chicago/ }));
  await waitFor(async () => expect(await reports()).toHaveAttribute('href', '/reports'));
});
