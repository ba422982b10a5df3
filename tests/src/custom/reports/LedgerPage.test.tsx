import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LedgerPage, LedgerPosting } from '#domain/ledger/contract.ts';
// The screen's own chunk, so that no test waits for it.
import '#src/custom/reports/LedgerPage.tsx';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const denver = buildLocation();
const chicago = buildLocation({ name: 'Iron Peak Chicago', timezone: 'America/Chicago' });
const [invoiceId, contactId, drawerId] = ['abcd1234', '0000c0a1', '0000d0a1'].map(
  (end) => `018f0000-0000-7000-9000-0000${end}`,
);

const posting = (change: Partial<LedgerPosting> = {}): LedgerPosting => ({
  id: '018f0000-0000-7000-9000-00000000a001',
  at: '2026-11-20T20:00:00.000Z',
  day: '2026-11-20',
  locationId: denver.id,
  kind: 'payment',
  invoiceId: invoiceId ?? null,
  invoiceNumber: 'DEN-10423',
  paymentId: null,
  drawerId: drawerId ?? null,
  drawerNumber: 7,
  contact: { id: contactId ?? null, name: 'Maya Okafor' },
  actor: { type: 'user', id: null, name: 'Ana Ruiz' },
  entries: [{ account: 'cash', debit: 21.6, credit: 0 }],
  ...change,
});
const page = (postings: LedgerPosting[], change: Partial<LedgerPage> = {}): LedgerPage => ({
  postings,
  totals: { debit: 21.6, credit: 0 },
  pagination: createPage(postings.length),
  ...change,
});

const open = (search: string, routes: Routes = {}) =>
  renderScreen(
    `/reports/ledger${search}`,
    { 'GET /ledger': () => page([posting()]), ...routes },
    { locations: [denver, chicago] },
  );
const asked = ({ api }: ReturnType<typeof open>) => Object.fromEntries(api.to('GET /ledger').at(-1)?.query ?? []);

test('a posting says what, when and by whom, its accounts, and leads to the person, the invoice and the drawer', async () => {
  const shown = open('?account=cash&kind=payment&from=2026-11-20&to=2026-11-20');
  const row = within(
    within(await screen.findByRole('table', { name: 'Postings' })).getByRole('row', { name: /Payment/ }),
  );
  expect(row.getByText('by Ana Ruiz')).toBeVisible();
  expect(row.getByText('Nov 20, 2026, 1:00 PM')).toBeVisible();
  expect(row.getByRole('listitem')).toHaveTextContent('Cash$21.60debit');
  expect(row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Maya Okafor', `/contacts/${contactId}`],
    ['DEN-10423', `/invoices/${invoiceId}`],
    ['Drawer #7', `/drawers/${drawerId}`],
  ]);
  expect(asked(shown)).toEqual({
    account: 'cash',
    kind: 'payment',
    from: '2026-11-20',
    to: '2026-11-20',
    locationId: denver.id,
  });
});

test('several entries of a side are one line until they are opened', async () => {
  const { user } = open('', {
    'GET /ledger': () =>
      page([
        posting({
          kind: 'invoice',
          entries: [
            { account: 'revenue', debit: 0, credit: 5.5, name: 'Water' },
            { account: 'tax', debit: 0, credit: 0.56, name: 'Water' },
            { account: 'receivable', debit: 6.06, credit: 0 },
          ],
        }),
      ]),
  });
  const row = within(await screen.findByRole('row', { name: /Sale/ }));
  const lines = () => row.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines()).toEqual(['Receivable$6.06debit', 'Revenue, Sales tax$6.06credit']);
  await user.click(row.getByRole('button', { name: 'Show 3 entries' }));
  expect(lines()).toEqual(['Receivable$6.06debit', 'Revenue · Water$5.50credit', 'Sales tax · Water$0.56credit']);
  await user.click(row.getByRole('button', { name: 'Fold entries' }));
  expect(lines()).toHaveLength(2);
});

test('a walk-in customer has no page to lead to', async () => {
  open('', {
    'GET /ledger': () => page([posting({ contact: { id: null, name: 'Walk-in customer' }, drawerId: null })]),
  });
  expect(await screen.findByText('Walk-in customer')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Walk-in customer' })).toBeNull();
});

test('the sum is shown as the report shows it, above the totals of both sides', async () => {
  open('?account=revenue,discount', {
    'GET /ledger': () =>
      page([posting({ kind: 'invoice', entries: [{ account: 'revenue', debit: 0, credit: 100, name: 'Towel' }] })], {
        totals: { debit: 10, credit: 100 },
      }),
  });
  expect(await screen.findByText('$90.00')).toBeVisible();
  expect(screen.getByText('1 posting')).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Postings' }));
  expect(table.getByRole('listitem')).toHaveTextContent('Revenue · Towel$100.00credit');
  expect(screen.getByText('Total debit').nextSibling).toHaveTextContent('$10.00');
  expect(screen.getByText('Total credit').nextSibling).toHaveTextContent('$100.00');
});

test('period, locations, account and kind are chosen, and stand in the URL', async () => {
  const shown = open('?from=2026-11-20&to=2026-11-20&page=3');
  const { user } = shown;
  const choose = async (label: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name: new RegExp(`^${label}: `) }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Account', 'Receivable');
  await choose('What', 'Write-off');
  await choose('Locations', 'All locations');
  await waitFor(() =>
    expect(asked(shown)).toEqual({ from: '2026-11-20', to: '2026-11-20', account: 'receivable', kind: 'write_off' }),
  );
  await choose('Period', 'All days');
  await waitFor(() => expect(asked(shown)).toEqual({ account: 'receivable', kind: 'write_off' }));
  expect(window.location.search).toBe('?account=receivable&kind=write_off&scope=all');
});

test('what a link has narrowed is a chip each, and can be removed', async () => {
  const shown = open(`?drawerId=${drawerId}&method=Check&staffId=none`);
  const chips = within(await screen.findByRole('group', { name: 'Further filters' }));
  expect(await chips.findByText('Drawer #7')).toBeVisible();
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Paid by Check',
    'Sold by nobody',
    'Drawer #7',
  ]);
  await shown.user.click(chips.getByRole('button', { name: 'Remove filter Paid by Check' }));
  await waitFor(() => expect(asked(shown)).toEqual({ drawerId, staffId: 'none', locationId: denver.id }));
});

test('a link may name another location than the selected one', async () => {
  const shown = open('?account=cash');
  await screen.findByText('Maya Okafor');
  expect(asked(shown).locationId).toBe(denver.id);
  window.history.pushState(null, '', `/reports/ledger?locationId=${chicago.id}`);
  window.dispatchEvent(new PopStateEvent('popstate'));
  await waitFor(() => expect(asked(shown)).toEqual({ locationId: chicago.id }));
});

test('the next page is asked for', async () => {
  const shown = open('', {
    'GET /ledger': () => page([posting()], { pagination: createPage(120, 1, 50) }),
  });
  await shown.user.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(asked(shown).page).toBe('2'));
});

test('without postings it says so and keeps the filters; there is no file', async () => {
  open('?kind=dispute', { 'GET /ledger': () => page([]) });
  expect(await screen.findByRole('heading', { name: 'No postings' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: /^What: / })).toHaveTextContent('Dispute');
  expect(screen.getByText(/matches your filters/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

test('a gym without postings reads what will be here, and nothing of filters', async () => {
  open('', { 'GET /ledger': () => page([]) });
  expect(await screen.findByRole('heading', { name: 'No postings yet' })).toBeVisible();
  expect(screen.queryByText(/filter/)).not.toBeInTheDocument();
});

test('while it loads the filters can be used, and an error is shown with a way to try again', async () => {
  const response = later<unknown>();
  let isAway = true;
  const { user } = open('', { 'GET /ledger': () => (isAway ? response.promise : page([posting()])) });
  expect(await screen.findByRole('progressbar', { name: 'Loading postings' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: /^Account: / })).toBeEnabled();
  response.settle(respond(503, { message: 'The database is away' }));
  expect(await screen.findByText('The database is away')).toBeVisible();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Maya Okafor')).toBeVisible();
});

test('Export CSV saves the file of all pages', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, api } = open('?account=cash&page=2', { 'GET /ledger/csv': () => 'Day,Time\r\n' });
  await screen.findByText('Maya Okafor');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(Object.fromEntries(api.to('GET /ledger/csv')[0]?.query ?? [])).toEqual({
    account: 'cash',
    locationId: denver.id,
  });
});

test('below the manager level the page is locked, and nothing is asked', async () => {
  const { api } = renderScreen('/reports/ledger', {}, { level: 'operator', locations: [denver] });
  expect(await screen.findByRole('heading', { name: 'Reports is not available' })).toBeVisible();
  expect(api.to('GET /ledger')).toHaveLength(0);
});
