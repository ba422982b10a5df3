import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Report } from '#domain/reports/contract.ts';
// The screen's own chunk, so that no test waits for it.
import '#src/custom/reports/ReportsPage.tsx';
import '#src/custom/reports/LedgerPage.tsx';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

// It measures its container, which has no size here.
vi.mock('#src/custom/reports/ReportChart.tsx', () => ({
  ReportChart: ({ title }: { title: string }) => <p>Chart: {title}</p>,
}));

const denver = buildLocation();
const chicago = buildLocation({ name: 'Iron Peak Chicago' });

const sales = (change: Partial<Report> = {}): Report => {
  const day = { key: '2026-11-01', label: 'Nov 1, 2026', net: 120, tax: 9.6, gross: 129.6, refunds: 5 };
  return {
    from: '2026-11-01',
    to: '2026-11-01',
    groupBy: 'day',
    totals: { net: 120, tax: 9.6, gross: 129.6, refunds: 5 },
    comparedWith: { from: '2026-10-31', to: '2026-10-31' },
    previous: { net: 100, tax: 8, gross: 108, refunds: 0 },
    series: [day],
    rows: [day],
    tables: {},
    ...change,
  };
};

const open = (search: string, routes: Routes = {}) =>
  renderScreen(
    `/reports${search}`,
    { 'GET /reports/sales': () => ({ report: sales() }), ...routes },
    { locations: [denver, chicago] },
  );
const onOneDay = '?tab=sales&period=custom&from=2026-11-01&to=2026-11-01';

test('shows the totals with what they mean and what they were before, a chart, and the table with the same figures', async () => {
  const { api, user } = open(onOneDay);
  const total = await screen.findByRole('article', { name: 'Sales before tax' });
  expect(within(total).getByText('$120.00')).toBeVisible();
  expect(within(total).getByText('+20%')).toBeVisible();
  expect(within(total).getByText('from $100.00')).toBeVisible();
  expect(within(total).getByRole('img', { name: 'What Sales before tax means' })).toHaveAccessibleDescription(
    /before refunds/,
  );
  expect(screen.getByText('Compared with Oct 31, 2026')).toBeVisible();
  expect(await screen.findByText('Chart: Sales')).toBeVisible();
  const days = screen.getByRole('button', { name: 'By day' });
  expect(days).toHaveAttribute('aria-expanded', 'false');
  await user.click(days);
  expect(days).toHaveAttribute('aria-expanded', 'true');
  const table = within(screen.getByRole('table', { name: 'Sales' }));
  for (const row of [/Nov 1, 2026/, /Total/])
    expect(table.getByRole('row', { name: row })).toHaveTextContent('$120.00$9.60$129.60$5.00');
  expect(Object.fromEntries(api.to('GET /reports/sales')[0]?.query ?? [])).toEqual({
    locationId: denver.id,
    from: '2026-11-01',
    to: '2026-11-01',
    groupBy: 'day',
    compareWith: 'previous',
  });
});

test('a total leads to its postings, unless there are none', async () => {
  open(onOneDay, { 'GET /reports/sales': () => ({ report: sales({ totals: { net: 120, refunds: 0 } }) }) });
  const total = within(await screen.findByRole('article', { name: 'Sales before tax' }));
  expect(total.getByRole('link', { name: /Sales before tax/ })).toBeVisible();
  const refunds = within(screen.getByRole('article', { name: 'Refunds' }));
  expect(refunds.getByText('$0.00')).toBeVisible();
  expect(refunds.queryByRole('link')).toBeNull();
});

test('a person in a report is a link to them', async () => {
  const contactId = '01900000-0000-7000-8000-0000000000c1';
  const row = { key: 'm1', contactId, label: 'Ann Oakley', detail: 'Monthly Unlimited, until Dec 5, 2026', amount: 49 };
  open('?tab=memberships', {
    'GET /reports/memberships': () => ({ report: sales({ tables: { ending: [row], cards: [row] } }) }),
  });
  const ending = within(await screen.findByRole('table', { name: 'Ending in the next 30 days' }));
  expect(ending.getByRole('link', { name: /Ann Oakley/ })).toHaveAttribute('href', `/contacts/${contactId}`);
  const cards = within(screen.getByRole('table', { name: 'Cards that expire before the renewal' }));
  expect(cards.getByRole('link', { name: /Ann Oakley/ })).toHaveAttribute('href', `/contacts/${contactId}`);
});

test("a percentage of days that are not over says 'so far'", async () => {
  open(onOneDay, { 'GET /reports/sales': () => ({ report: sales({ from: '2999-01-01', to: '2999-01-01' }) }) });
  const total = await screen.findByRole('article', { name: 'Sales before tax' });
  expect(within(total).getByText('+20% so far')).toBeVisible();
});

test('what was there at the start of days that are not over is final', async () => {
  const totals = { atStart: 12, joined: 3 };
  const running = sales({ from: '2999-01-01', to: '2999-01-01', totals, previous: { atStart: 10, joined: 2 } });
  open('?tab=memberships', { 'GET /reports/memberships': () => ({ report: running }) });
  expect(within(await screen.findByRole('article', { name: 'Members at start' })).getByText('+20%')).toBeVisible();
  expect(within(screen.getByRole('article', { name: 'Joined' })).getByText('+50% so far')).toBeVisible();
});

test('a report of all locations says that each counts by its own calendar, where they have several', async () => {
  const { unmount } = renderScreen(
    `/reports${onOneDay}&scope=all`,
    { 'GET /reports/sales': () => ({ report: sales() }) },
    { locations: [denver, buildLocation({ name: 'Iron Peak Tokyo', timezone: 'Asia/Tokyo' })] },
  );
  expect(await screen.findByText('All locations, each by its own calendar')).toBeVisible();
  expect(screen.getByText('· Nov 1, 2026')).toBeVisible();
  unmount();
  open(`${onOneDay}&scope=all`);
  expect(await screen.findByText('· Nov 1, 2026')).toBeVisible();
  expect(screen.queryByText('All locations, each by its own calendar')).toBeNull();
});

test('this month is compared with the month before, also on its first day', async () => {
  const { api } = open('?tab=sales');
  await waitFor(() => expect(api.to('GET /reports/sales')[0]?.query.get('compareWith')).toBe('month'));
});

test('period, locations and grouping are in the URL and are asked for', async () => {
  const { user, api } = open(onOneDay);
  await user.click(await screen.findByRole('combobox', { name: /^Locations: / }));
  await user.click(await screen.findByRole('option', { name: 'All locations' }));
  await user.click(await screen.findByRole('combobox', { name: /^Group by: / }));
  await user.click(await screen.findByRole('option', { name: 'By category' }));
  await waitFor(() => expect(api.to('GET /reports/sales').at(-1)?.query.get('groupBy')).toBe('category'));
  expect(api.to('GET /reports/sales').at(-1)?.query.has('locationId')).toBe(false);
  await user.click(screen.getByRole('combobox', { name: /^Compare with: / }));
  await user.click(await screen.findByRole('option', { name: 'The same days last year' }));
  await waitFor(() => expect(api.to('GET /reports/sales').at(-1)?.query.get('compareWith')).toBe('year'));
  await user.click(screen.getByRole('combobox', { name: 'Period: Custom' }));
  await user.click(await screen.findByRole('option', { name: 'Yesterday' }));
  await waitFor(() =>
    expect(window.location.search).toBe('?tab=sales&period=yesterday&scope=all&groupBy=category&compareWith=year'),
  );
});

test('each figure leads to the postings behind it, at the same place', async () => {
  const { user } = open(onOneDay);
  const net = await screen.findByRole('link', { name: '$120.00, Sales before tax: show postings' });
  const filters = (link: HTMLElement) =>
    Object.fromEntries(new URLSearchParams(link.getAttribute('href')?.replace('/reports/ledger?', '')));
  const day = { from: '2026-11-01', to: '2026-11-01' };
  expect(filters(net)).toEqual({ ...day, account: 'revenue,discount', locationId: denver.id });
  expect(filters(screen.getByRole('link', { name: '$5.00, Refunds, Nov 1, 2026: show postings' }))).toEqual({
    ...day,
    account: 'refunds,tax',
    kind: 'refund,refund_failed',
    locationId: denver.id,
  });
  await user.click(await screen.findByRole('combobox', { name: /^Locations: / }));
  await user.click(await screen.findByRole('option', { name: 'All locations' }));
  await waitFor(() =>
    expect(filters(screen.getByRole('link', { name: '$120.00, Sales before tax: show postings' }))).toEqual({
      ...day,
      account: 'revenue,discount',
      scope: 'all',
    }),
  );
});

test('from the ledger one comes back to the same report', async () => {
  const { user } = open(onOneDay, {
    'GET /ledger': () => ({ postings: [], totals: { debit: 0, credit: 0 }, pagination: createPage(0) }),
  });
  await user.click(await screen.findByRole('link', { name: '$120.00, Sales before tax: show postings' }));
  expect(await screen.findByRole('heading', { name: 'Ledger' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back to Reports' }));
  expect(await screen.findByRole('article', { name: 'Sales before tax' })).toBeVisible();
  expect(window.location.search).toBe(onOneDay);
});

test('another tab is about the same days', async () => {
  const { user } = open(onOneDay, { 'GET /reports/payments': () => ({ report: sales({ totals: { moneyIn: 7 } }) }) });
  await user.click(await screen.findByRole('tab', { name: 'Payments' }));
  expect(await screen.findByRole('article', { name: 'Payments received' })).toHaveTextContent('$7.00');
  expect(window.location.search).toBe('?tab=payments&period=custom&from=2026-11-01&to=2026-11-01');
});

test('a period that is chosen before the new tab is drawn keeps the tab', async () => {
  open(onOneDay, { 'GET /reports/payments': () => ({ report: sales({ totals: { moneyIn: 7 } }) }) });
  const tab = await screen.findByRole('tab', { name: 'Payments' });
  const period = screen.getByRole('combobox', { name: 'Period: Custom' });
  await pressOnly(() => tab.click());
  await pressOnly(() => period.click());
  const today = screen.getByRole('option', { name: 'Today' });
  await pressOnly(() => today.click());
  await waitFor(() => expect(window.location.search).toBe('?tab=payments&period=today'));
});

test('a period without figures says so, and what the URL cannot mean is left out', async () => {
  const { api } = open('?tab=sales&period=ever&groupBy=moon', {
    'GET /reports/sales': () => ({ report: sales({ totals: { net: 0 }, series: [], rows: [] }) }),
  });
  expect(await screen.findByRole('heading', { name: 'Nothing in this period' })).toBeVisible();
  expect(api.to('GET /reports/sales')[0]?.query.get('groupBy')).toBe('day');
});

test('on the first day of a month an empty report says that it began today, and last month is one press away', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T18:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { api, user } = open('?tab=sales', {
    'GET /reports/sales': () => ({ report: sales({ series: [], rows: [] }) }),
  });
  expect(await screen.findByText('This month began today.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show last month' }));
  expect(await screen.findByText('Choose another period to see figures.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Last month', pressed: true })).toBeVisible();
  expect(api.to('GET /reports/sales').at(-1)?.query.get('from')).toBe('2026-11-01');
});

test('the title of a chart does not repeat the names of its legend', async () => {
  open(onOneDay);
  await screen.findByRole('region', { name: 'Totals' });
  expect(screen.getByRole('region', { name: 'Sales over time' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Sales before tax, Refunds' })).toBeNull();
});

test('without any check-in there is no map of weekdays and hours', async () => {
  const days = (granted: number) => {
    const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
    if (hours[0]) hours[0][9] = granted;
    const row = { key: '2026-11-01', label: 'Nov 1, 2026', granted, denied: 0 };
    return sales({
      totals: { granted, denied: 0 },
      previous: { granted: 0, denied: 0 },
      rows: [row],
      series: [row],
      hours,
    });
  };
  const map = () => screen.queryByRole('table', { name: 'Check-ins by weekday and hour' });
  const { unmount } = open('?tab=attendance', { 'GET /reports/attendance': () => ({ report: days(1) }) });
  await waitFor(() => expect(map()).toBeVisible());
  unmount();
  open('?tab=attendance', { 'GET /reports/attendance': () => ({ report: days(0) }) });
  expect(await screen.findByText('Nothing in this period')).toBeVisible();
  expect(map()).toBeNull();
});

test('an error is shown with a way to try again', async () => {
  let isAway = true;
  const { user } = open(onOneDay, {
    'GET /reports/sales': () => (isAway ? respond(503, { message: 'The database is away' }) : { report: sales() }),
  });
  expect(await screen.findByText('Couldn’t load report: The database is away')).toBeVisible();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('article', { name: 'Sales before tax' })).toBeVisible();
});

test('Export CSV saves the file of what is shown', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, api } = open(onOneDay, { 'GET /reports/sales/csv': () => 'Day,Sales before tax\r\n' });
  await screen.findByRole('article', { name: 'Sales before tax' });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(Object.fromEntries(api.to('GET /reports/sales/csv')[0]?.query ?? [])).toEqual({
    locationId: denver.id,
    from: '2026-11-01',
    to: '2026-11-01',
    groupBy: 'day',
    compareWith: 'previous',
  });
});

test('the two months are on buttons of their own, and the other periods in a menu', async () => {
  const { user } = open('?tab=sales');
  expect(await screen.findAllByText('This month')).toHaveLength(1);
  const other = screen.getByRole('combobox', { name: 'Period: Other period' });
  expect(other).toHaveTextContent('Other period');
  await user.click(other);
  expect(screen.queryByRole('option', { name: 'Last month' })).toBeNull();
  await user.click(screen.getByRole('option', { name: 'Yesterday' }));
  await waitFor(() => expect(other).toHaveTextContent('Yesterday'));
  expect(other).toHaveAccessibleName('Period: Yesterday');
  expect(screen.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'false');
});

test('the oldest invoices have the width of the page, with their dates in a column', async () => {
  const row = { key: 'i1', label: 'Ann Oakley', detail: 'Sep 30, 2026', toCollect: 64 };
  open('?tab=to-collect', { 'GET /reports/to-collect': () => ({ report: sales({ tables: { oldest: [row] } }) }) });
  const table = within(await screen.findByRole('table', { name: 'Oldest invoices' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Customer',
    'Created',
    'Outstanding',
  ]);
  expect(table.getByRole('cell', { name: 'Sep 30, 2026' })).toBeVisible();
});

test('last month is one press away, and so are the books that the figures rest on', async () => {
  const { user, api } = open('?tab=sales');
  await user.click(await screen.findByRole('button', { name: 'Last month' }));
  await waitFor(() => expect(window.location.search).toBe('?tab=sales&period=last_month'));
  expect(api.to('GET /reports/sales').at(-1)?.query.get('from')).toMatch(/-01$/);
  const books = within(screen.getByRole('navigation', { name: 'Books' })).getAllByRole('link');
  expect(books.map(({ textContent }) => textContent)).toEqual([
    'Ledger',
    'Cash drawers',
    'Reconciliation',
    'Activity log',
  ]);
});

/** A press as in a browser: React draws what the press itself changed, and the rest when it comes to it. */
async function pressOnly(press: () => void) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  press();
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  vi.unstubAllGlobals();
}
