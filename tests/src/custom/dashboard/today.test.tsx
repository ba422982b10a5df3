import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The cards' own chunks, so that no test waits for them.
import '#src/custom/dashboard/MemberGraph.tsx';
import '#src/custom/dashboard/TodayCard.tsx';
import { formatMoney } from '#domain/shared/money.ts';
import type { Level } from '#domain/shared/access.ts';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildContact, createDaySoFar, buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const location = buildLocation();
const figures = createDaySoFar();
const open = (routes: Routes = {}, level: Level = 'manager') =>
  renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': () => ({ contacts: [], pagination: createPage(38, 1, 1) }),
      'GET /reports/today': () => ({ today: figures }),
      ...routes,
    },
    { locations: [location], level },
  );
const card = async () => within((await screen.findByText('Today’s report')).closest('section') ?? document.body);

test('today’s money, what is owed and what ends soon, each leading to what is behind it', async () => {
  const { api } = open();
  const list = within(await (await card()).findByRole('list', { name: 'Today’s figures' }));
  const toLedger = (account: string, kind: string) =>
    `/reports/ledger?from=${figures.date}&to=${figures.date}&account=${account}&kind=${kind}&locationId=${location.id}`;
  const paid = 'payment,write_off_paid';
  expect(
    list.getAllByRole('link').map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]),
  ).toEqual([
    ['Payments receivedUsually about $980.00 by now$1,234.50', toLedger('cash,card,other', paid)],
    ['$34.50', toLedger('cash', paid)],
    [formatMoney(figures.card), toLedger('card', paid)],
    [formatMoney(figures.other), toLedger('other', paid)],
    ['$20.00', toLedger('cash,card,other', 'refund,refund_failed')],
    ['Outstanding9 invoices$453.20', '/invoices?filter={"status":"to_collect"}&sort=createdAt&order=ASC'],
    ['Ending in 7 daysHome location here, unpaid included1 person', '/contacts?filter={"memberStatus":"ending_soon"}'],
    ['Check-ins by hourUsually about 28 by now34 allowed', '/reports?tab=attendance&period=today'],
  ]);
  expect(list.getByText(/^Cash/).parentElement).toHaveTextContent('Cash $34.50');
  expect(list.getByText(/^Refunded/).parentElement).toHaveTextContent('Refunded $20.00');
  expect(api.to('GET /reports/today')[0]?.query.get('locationId')).toBe(location.id);
});

test('the check-ins by hour are a table for a screen reader: today until now, beside the usual day', async () => {
  open();
  const table = await (await card()).findByRole('table', { name: 'Check-ins by hour' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows[0]).toEqual(['Hour', 'Today', 'Usual Sunday']);
  expect(rows).toContainEqual(['8 AM', '30', '26.5']);
  expect(rows).toContainEqual(['9 AM', '4', '0']);
  expect(rows).toContainEqual(['5 PM', 'Not yet', '40']);
});

test('without a day before there is nothing to compare with', async () => {
  open({
    'GET /reports/today': () => ({
      today: {
        ...figures,
        usualMoneyIn: null,
        usualGranted: null,
        hours: figures.hours.map(({ granted }) => ({ granted, usual: null })),
      },
    }),
  });
  const today = await card();
  expect(await today.findAllByText('No earlier Sunday to compare with')).toHaveLength(2);
  expect(today.queryByText('Usual Sunday')).toBeNull();
  expect(
    within(today.getByRole('table'))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Hour', 'Today']);
});

test('while it loads its place is kept, and a failure can be tried again', async () => {
  const slow = later<unknown>();
  open({ 'GET /reports/today': () => slow.promise });
  const today = await card();
  expect(today.getByRole('status', { name: 'Loading' })).toBeVisible();
  slow.settle(respond(500, { message: 'The database is away' }));
  expect(await today.findByText('The database is away')).toBeVisible();
  expect(today.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test.each<Level>(['operator', 'point_of_sale'])('%s has no such card and asks for none', async (level) => {
  const { api } = open({}, level);
  await screen.findByText('Recent Activity');
  expect(screen.queryByText('Today’s report')).toBeNull();
  expect(api.to('GET /reports/today')).toEqual([]);
});

const history = [30, 30, 31, 33, 35, 36, 38].map((members, index) => ({ date: `2026-11-${16 + index}`, members }));

test('the members’ line is their history, of a gym that has one', async () => {
  const { api } = open({ 'GET /contacts/member-history': () => ({ days: history }) });
  expect(await screen.findByText('30 members 6 days ago')).toBeVisible();
  expect(Object.fromEntries(api.to('GET /contacts/member-history')[0]?.query ?? [])).toEqual({
    locationId: location.id,
    days: '7',
  });
});

test('one member is one member', async () => {
  open({ 'GET /contacts/member-history': () => ({ days: history.map((day) => ({ ...day, members: 1 })) }) });
  expect(await screen.findByText('1 member 6 days ago')).toBeVisible();
});

test('a gym whose first member came this week has that history', async () => {
  open({
    'GET /contacts/member-history': () => ({
      days: history.map((day, index) => (index < 2 ? { ...day, members: 0 } : day)),
    }),
  });
  expect(await screen.findByText('0 members 6 days ago')).toBeVisible();
});

const noHistory = { 'GET /contacts/member-history': () => ({ days: history.map((day) => ({ ...day, members: 0 })) }) };
const isLineDrawn = () => screen.getByRole('article', { name: 'Active Members' }).querySelector('polyline') !== null;

test('a new gym’s line is simulated, and says so', async () => {
  open(noHistory);
  expect(await screen.findByText('Graph is simulated, not history')).toBeVisible();
  expect(isLineDrawn()).toBe(true);
});

test('over no members at all nothing is drawn, and history starts tomorrow', async () => {
  open({ ...noHistory, 'GET /contacts': () => ({ contacts: [], pagination: createPage(0, 1, 1) }) });
  expect(await screen.findByText('History starts tomorrow')).toBeVisible();
  expect(isLineDrawn()).toBe(false);
});

type Screen = Pick<typeof screen, 'getByRole'>;
const getHref = (part: Screen, name: string) =>
  decodeURIComponent(part.getByRole('link', { name }).getAttribute('href') ?? '');
const maya = buildContact();
const arrived = { 'GET /checkins': () => ({ checkins: [buildCheckin({}, maya)], pagination: createPage(1) }) };

test('the numbers and the check-ins lead to what is behind them', async () => {
  open(arrived);
  const activity = within(await screen.findByRole('list', { name: 'Recent Activity' }));
  expect(getHref(activity, 'Maya Okafor')).toBe(`/contacts/${maya.id}`);
  const numbers = within(screen.getByRole('region', { name: 'Statistics' }));
  expect(getHref(numbers, 'Active Members')).toBe('/contacts?filter={"memberFilter":"members"}');
  expect(getHref(numbers, "Today's Check-ins")).toBe('/checkins');
  expect(getHref(numbers, 'Denied Today')).toBe('/checkins?filter={"accessGranted":"denied"}');
});

test('the till has no links to contacts, which it may not open', async () => {
  open(arrived, 'point_of_sale');
  const activity = within(await screen.findByRole('list', { name: 'Recent Activity' }));
  expect(activity.getByText('Maya Okafor')).toBeVisible();
  expect(activity.queryByRole('link')).toBeNull();
  const numbers = within(screen.getByRole('region', { name: 'Statistics' }));
  expect(numbers.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    "Today's Check-ins",
    'Denied Today',
  ]);
});
