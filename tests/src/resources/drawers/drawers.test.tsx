import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/resources/drawers/DrawerList.tsx';
import '#src/resources/drawers/DrawerShow.tsx';
import { later, respond } from '#tests/support/consoleApi.ts';
import { createDrawer } from '#tests/support/drawerRecords.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const closed = createDrawer({
  status: 'closed',
  float: 100,
  cashSales: 60.48,
  cashIn: 20,
  cashOut: 7.5,
  expected: 172.98,
  counted: 172.48,
  difference: -0.5,
  lastCounted: 99,
  openingDifference: 1,
  openedAt: '2026-01-05T15:02:00.000Z',
  closedAt: '2026-01-06T01:00:00.000Z',
  closedBy: { id: createDrawer().openedBy.id, name: 'Max Lee' },
  note: 'Fifty cents missing',
  counts: { 100: 1, 20: 3, '0.01': 8 },
  movements: [
    {
      id: createDrawer().id,
      type: 'out',
      amount: 7.5,
      reason: 'Stamps',
      at: '2026-01-05T18:00:00.000Z',
      by: createDrawer().openedBy,
    },
  ],
  byMethod: [
    { method: 'cash', name: 'Cash', count: 2, amount: 60.48, refunded: 0 },
    { method: 'other', name: 'Check', count: 1, amount: 3.24, refunded: 3.24 },
  ],
  byTaxRate: [{ rate: 0.0881, count: 3, net: 59, tax: 4.72, gross: 63.72 }],
  byCategory: [{ category: 'sales_item', quantity: 5, net: 59 }],
  byStaff: [{ name: 'Ana Ruiz', count: 3, gross: 63.72 }],
  voids: { count: 1, amount: 108 },
});

const section = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

test('the list has each drawer with what was expected and counted', async () => {
  const late = createDrawer({
    id: '01900000-0000-7000-8000-00000000d099',
    number: 13,
    status: 'not_counted',
    expected: 100,
  });
  renderScreen('/drawers', {
    'GET /drawers': () => ({ drawers: [late, closed], pagination: createPage(2), lastCounted: 172.48 }),
  });
  const row = await screen.findByRole('row', { name: /Drawer #12/ });
  expect(row).toHaveTextContent(/Jan 5, 2026, 8:02 AM.*Closed.*\$172\.98.*\$172\.48.*\$0\.50 short/);
  expect(screen.getByRole('row', { name: /Drawer #13/ })).toHaveTextContent(/Not counted.*\$100\.00.*—/);
  expect(screen.getByRole('link', { name: 'Drawer #12' })).toHaveAttribute('href', `/drawers/${closed.id}`);
});

test('the Z report has the cash, the count, the payments and the sales', async () => {
  renderScreen(`/drawers/${closed.id}`, { [`GET /drawers/${closed.id}`]: () => ({ drawer: closed }) });
  expect(await screen.findByRole('heading', { name: 'End-of-day report (Z) ·\u00a0Drawer #12' })).toBeVisible();
  expect(section('Cash')).toEqual([
    '$100.00',
    '$60.48',
    '$0.00',
    '$20.00',
    '−$7.50',
    '$172.98',
    '$172.48',
    '$0.50 short',
  ]);
  expect(section('Bills and coins')).toEqual(['$100.00', '$60.00', '$0.08']);
  expect(section('Opened and closed')).toEqual([
    'Jan 5, 2026, 8:02 AM',
    '$99.00',
    '$1.00 over',
    'Jan 5, 2026, 6:00 PM',
    'Fifty cents missing',
  ]);
  expect(section('Payments')).toEqual(['$60.48', '$3.24', '−$3.24']);
  expect(section('Sales by tax rate')).toEqual(['$63.72']);
  expect(screen.getByRole('region', { name: 'Sales by tax rate' })).toHaveTextContent(
    '8.81%3 sales · $59.00 and $4.72 tax',
  );
  expect(section('Voids and refunds')).toEqual(['$108.00', '$0.00']);
  expect(screen.queryByRole('button', { name: 'Close Drawer' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled();
});

test('the lines of a Z report lead to the postings behind them, for those who may read reports there', async () => {
  const location = buildLocation();
  const own = { ...closed, locationId: location.id };
  const show = (drawer: typeof closed) =>
    renderScreen(
      `/drawers/${closed.id}`,
      { [`GET /drawers/${closed.id}`]: () => ({ drawer }) },
      { level: 'manager', locations: [location] },
    );
  const { unmount } = show(own);
  await screen.findByRole('heading', { name: 'End-of-day report (Z) ·\u00a0Drawer #12' });
  const links = screen.getAllByRole('link', { name: /show postings$/ });
  expect(links.map((link) => link.getAttribute('aria-label')?.replace(': show postings', ''))).toEqual([
    '$100.00, Starting cash',
    '$60.48, Cash sales',
    '$20.00, Cash in',
    '−$7.50, Cash out',
    '$172.98, Expected',
    '$172.48, Counted',
    '$0.50 short, Over or short',
    '$1.00 over, Starting cash against it',
    '−$7.50, Stamps',
    '$60.48, Cash',
    '$3.24, Check',
    '−$3.24, Check refunded',
    '$63.72, 8.81%',
    '$59.00, Sales item',
    '$108.00, Voids',
  ]);
  expect(decodeURIComponent(links[1]?.getAttribute('href') ?? '')).toBe(
    `/reports/ledger?locationId=${location.id}&drawerId=${closed.id}&account=cash&kind=payment,write_off_paid`,
  );
  unmount();
  show(closed);
  await screen.findByRole('heading', { name: 'End-of-day report (Z) ·\u00a0Drawer #12' });
  expect(screen.queryByRole('link', { name: /show postings$/ })).toBeNull();
});

test('a drawer that is not counted can be counted from its page', async () => {
  const late = createDrawer({ status: 'not_counted', openedAt: '2026-01-05T15:02:00.000Z' });
  const { user } = renderScreen(`/drawers/${late.id}`, { [`GET /drawers/${late.id}`]: () => ({ drawer: late }) });
  expect(await screen.findByRole('heading', { name: 'Drawer so far (X report) ·\u00a0Drawer #12' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close Drawer' }));
  expect(await screen.findByRole('heading', { name: 'Close Drawer #12' })).toBeVisible();
});

test('a user who left the page before the drawer was closed is told so, with the way to its report', async () => {
  const late = createDrawer({ status: 'not_counted', openedAt: '2026-01-05T15:02:00.000Z' });
  const answer = later<unknown>();
  const { user } = renderScreen(`/drawers/${late.id}`, {
    'GET /drawers': () => ({ drawers: [], pagination: createPage(0), lastCounted: null }),
    [`GET /drawers/${late.id}`]: () => ({ drawer: late }),
    [`POST /drawers/${late.id}/close`]: () => answer.promise,
  });
  await user.click(await screen.findByRole('button', { name: 'Close Drawer' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Number of $20.00' }), '3');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Close Drawer' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Close Drawer' }));
  await user.click(screen.getByRole('link', { name: 'Back to Cash Drawers', hidden: true }));
  await screen.findByRole('heading', { name: 'Cash Drawers' });
  answer.settle({ drawer: { ...closed, id: late.id } });
  expect(await screen.findByText('Drawer #12 is closed.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'End-of-day report (Z)' })).toHaveAttribute('href', `/drawers/${late.id}`);
});

test('one that is not there says so', async () => {
  renderScreen(`/drawers/${closed.id}`, {
    [`GET /drawers/${closed.id}`]: () => respond(404, { message: 'Drawer not found' }),
  });
  expect(await screen.findByRole('heading', { name: 'Cash drawer not found' })).toBeVisible();
});

test('the page is locked below the manager level', async () => {
  const { api } = renderScreen('/drawers', {}, { level: 'point_of_sale' });
  expect(await screen.findByRole('heading', { name: 'Cash Drawers is not available' })).toBeVisible();
  expect(api.to('GET /drawers')).toEqual([]);
});
