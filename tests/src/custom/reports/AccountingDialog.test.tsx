import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AccountingPreview } from '#domain/accounting/contract.ts';
import '#src/custom/reports/AccountingDialog.tsx';
import '#src/custom/reports/ReportsPage.tsx';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import { renderScreen } from '#tests/support/render.tsx';

afterEach(() => vi.restoreAllMocks());

const preview: AccountingPreview = {
  from: '2026-03-01',
  to: '2026-03-31',
  lines: 4,
  debit: 216,
  credit: 216,
  accounts: [
    { number: '1000', name: 'Cash on Hand', debit: 108, credit: 0 },
    { number: '1200', name: 'Accounts Receivable', debit: 108, credit: 108 },
    {
      number: '4100',
      name: 'Item Sales',
      debit: 0,
      credit: 100,
      postings: { account: ['revenue', 'discount'], category: 'sales_item' },
    },
    { number: '2200', name: 'Sales Tax Payable', debit: 0, credit: 8 },
  ],
};
const report = {
  from: '2026-03-01',
  to: '2026-03-31',
  groupBy: 'day',
  totals: {},
  comparedWith: { from: '2026-02-01', to: '2026-02-28' },
  previous: {},
  series: [],
  rows: [],
  tables: {},
};

/** Opens the dialog over the report for March. */
async function opened(routes: Routes, place?: Parameters<typeof renderScreen>[2]) {
  const shown = renderScreen(
    '/reports?tab=to-collect&period=custom&from=2026-03-01&to=2026-03-31',
    { 'GET /reports/to-collect': () => ({ report }), ...routes },
    place,
  );
  await shown.user.click(await screen.findByText('Accounting Export'));
  return { ...shown, dialog: within(await screen.findByRole('dialog', { name: 'Accounting Export' })) };
}

test('shows what each account is debited and credited of the report’s days and place, and that both sides are equal', async () => {
  const { dialog, api } = await opened({ 'GET /accounting/preview': () => ({ preview }) });
  const table = within(await dialog.findByRole('table', { name: 'Accounts' }));
  const cells = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells(/1200 Accounts Receivable/)).toEqual(['$108.00', '$108.00']);
  expect(cells(/4100 Item Sales/)).toEqual(['', '$100.00']);
  expect(cells(/^Total/)).toEqual(['$216.00', '$216.00']);
  expect(
    table.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  ).toEqual([
    [
      '$100.00, Item Sales, credit: show postings',
      expect.stringMatching(
        /^\/reports\/ledger\?locationId=.+&from=2026-03-01&to=2026-03-31&account=revenue%2Cdiscount&category=sales_item$/,
      ),
    ],
  ]);
  expect(Object.fromEntries(api.to('GET /accounting/preview')[0]!.query)).toMatchObject({
    from: '2026-03-01',
    to: '2026-03-31',
  });
  expect(dialog.getByRole('link', { name: 'Name the accounts in the settings' })).toHaveAttribute('href', '/settings');
});

test('a manager is not sent to settings that an admin changes', async () => {
  const { dialog } = await opened({ 'GET /accounting/preview': () => ({ preview }) }, { level: 'manager' });
  expect(await dialog.findByRole('table', { name: 'Accounts' })).toBeVisible();
  expect(dialog.queryByRole('link', { name: 'Name the accounts in the settings' })).not.toBeInTheDocument();
});

test('without a line there is nothing to download', async () => {
  const { dialog } = await opened({
    'GET /accounting/preview': () => ({ preview: { ...preview, lines: 0, accounts: [], debit: 0, credit: 0 } }),
  });
  expect(await dialog.findByRole('heading', { name: 'Nothing in this period' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
});

test('what failed to load says so and is asked for again', async () => {
  let isAway = true;
  const { dialog, user } = await opened({
    'GET /accounting/preview': () => (isAway ? respond(500, { message: 'The database is away' }) : { preview }),
  });
  expect(await dialog.findByText('The database is away')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  isAway = false;
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByRole('table', { name: 'Accounts' })).toBeVisible();
});

test('the journal is saved under its days, once for a double click; a failure says so and the dialog stays', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:journal', revokeObjectURL: () => undefined }));
  const file = later<unknown>();
  let calls = 0;
  const { dialog, user } = await opened({
    'GET /accounting/preview': () => ({ preview }),
    'GET /accounting/export': () => {
      calls += 1;
      return calls === 1 ? file.promise : respond(503, { message: 'Spotter is busy. Please try again in a moment.' });
    },
  });
  await dialog.findByRole('table', { name: 'Accounts' });
  const button = dialog.getByRole('button', { name: 'Download CSV' });
  await user.dblClick(button);
  file.settle('Date,Location');
  await waitFor(() => expect(saved).toEqual(['accounting-2026-03-01-2026-03-31.csv']));
  expect(calls).toBe(1);
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByText('Spotter is busy. Please try again in a moment.')).toBeVisible();
  expect(dialog.getByRole('table', { name: 'Accounts' })).toBeVisible();
});
