import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { light } from '#src/ui/theme/palette.ts';
import { createLine, createInvoiceDetail, createInvoiceRow, createPayment } from '#tests/support/bookkeeping.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const list = (rows: unknown[], total = rows.length) => ({
  'GET /invoices': () => ({ invoices: rows, pagination: createPage(total) }),
});
const row = async (name: string | RegExp) => within(await screen.findByRole('row', { name }));

test('the list has its title, its subtitle, and asks for the selected location, newest first', async () => {
  const place = buildLocation();
  const { api } = renderScreen('/invoices', list([createInvoiceRow()]), { locations: [place] });
  expect(await screen.findByRole('heading', { name: 'Invoices' })).toBeVisible();
  expect(screen.getByText('Manage invoices and billing for your location')).toBeVisible();
  await row(/Maya Okafor/);
  const query = Object.fromEntries(api.to('GET /invoices')[0]?.query ?? []);
  expect(query).toEqual({ page: '1', limit: '10', sortBy: 'createdAt', sortOrder: 'desc', locationId: place.id });
});

test('a row shows customer, description, status, total, amount due and when it was created', async () => {
  renderScreen('/invoices', list([createInvoiceRow({ status: 'partially_paid', total: 1234.5, due: 1000 })]));
  const { getByText } = await row(/Maya Okafor/);
  for (const text of [
    'maya@example.test',
    'Sales Items Purchase',
    'Water Bottle',
    'Partially Paid',
    '$1,234.50',
    '$1,000.00',
    'Jan 5, 2026',
  ]) {
    expect(getByText(text)).toBeVisible();
  }
});

test('an amount due above zero is red, a settled one green', async () => {
  renderScreen('/invoices', list([createInvoiceRow({ due: 25 }), createInvoiceRow()]), { hasStyles: true });
  expect(await screen.findByText('$25.00')).toHaveStyle({ color: light.error });
  expect(screen.getByText('$0.00')).toHaveStyle({ color: light.success });
  expect(light.error).not.toBe(light.success);
});

test('the label follows the line items, and a date that cannot be read is Invalid Date', async () => {
  renderScreen(
    '/invoices',
    list([
      createInvoiceRow({
        metadata: { lineItems: [createLine({ type: 'membership' })] },
        description: 'Membership purchase - Gold',
      }),
      createInvoiceRow({ metadata: { lineItems: [] }, description: null, createdAt: 'yesterday' }),
    ]),
  );
  expect((await row(/Membership Purchase/)).getByText('Gold')).toBeVisible();
  const other = await row(/No description/);
  expect(other.getByText('Purchase')).toBeVisible();
  expect(other.getByText('Invalid Date')).toBeVisible();
});

test.each([
  ['Status', 'status'],
  ['Total', 'total'],
  ['Amount Due', 'due'],
])('%s can be sorted by', async (label, sortBy) => {
  const { api, user } = renderScreen('/invoices', list([createInvoiceRow()]));
  await user.click(await screen.findByRole('button', { name: label }));
  await waitFor(() => expect(api.to('GET /invoices').at(-1)?.query.get('sortBy')).toBe(sortBy));
});

test('a row click goes to /invoices/{id}, which shows more than the row had', async () => {
  const shown = createInvoiceRow();
  const { id } = shown.invoice;
  const { user } = renderScreen('/invoices', {
    ...list([shown]),
    [`GET /invoices/${id}`]: () => createInvoiceDetail({ id }, { payments: [createPayment()] }),
  });
  await user.click(within(await screen.findByRole('row', { name: /Maya Okafor/ })).getByText('$3.24'));
  expect(await screen.findByRole('region', { name: 'Payment History' })).toBeVisible();
  expect(window.location.pathname).toBe(`/invoices/${id}`);
});

test('the search is by customer name, email, phone, invoice ID, or total', async () => {
  const { api, user } = renderScreen('/invoices', list([]));
  await user.type(
    await screen.findByPlaceholderText('Search by customer name, email, phone, invoice ID, or total...'),
    '3.24',
  );
  await waitFor(() => expect(api.to('GET /invoices').at(-1)?.query.get('search')).toBe('3.24'));
  expect(await screen.findByText('No invoices match your search criteria.')).toBeVisible();
});

test('an empty list says No invoices found, and leads whoever may sell to the till', async () => {
  const { unmount } = renderScreen('/invoices', list([]), { level: 'manager' });
  expect(await screen.findByRole('heading', { name: 'No invoices found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Make a sale' })).toHaveAttribute('href', '/pos');
  unmount();
  renderScreen('/invoices', list([]), { level: 'operator' });
  expect(await screen.findByRole('heading', { name: 'No invoices found' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Make a sale' })).toBeNull();
});

test('a draft that is due is not red', async () => {
  renderScreen('/invoices', list([createInvoiceRow({ status: 'draft', due: 25 })]), { hasStyles: true });
  expect(getComputedStyle(await screen.findByText('$25.00')).color).not.toContain('error');
});

test('the list is narrowed to a status, or to what is outstanding', async () => {
  const { user, api } = renderScreen('/invoices', list([createInvoiceRow()]));
  await row(/Maya Okafor/);
  await user.click(screen.getByRole('combobox', { name: /Status/ }));
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(offered).toEqual([
    'All Statuses',
    'Outstanding',
    'Draft',
    'Open',
    'Partially Paid',
    'Paid',
    'Overdue',
    'Void',
    'Refunded',
  ]);
  await user.click(screen.getByRole('option', { name: 'Outstanding' }));
  await waitFor(() => expect(api.to('GET /invoices').at(-1)?.query.get('status')).toBe('to_collect'));
});

test('the contacts who owe stand above the list with the sum, and open with the oldest first', async () => {
  const ann = { contactId: '018f0000-0000-7000-8000-00000000000a', createdAt: '2025-12-05T17:00:00.000Z' };
  const rows = [
    createInvoiceRow({ ...ann, due: 25 }),
    createInvoiceRow({ ...ann, due: 10.5 }),
    createInvoiceRow({ due: 1 }),
  ];
  const { user } = renderScreen('/invoices', list(rows));
  const strip = within(await screen.findByRole('region', { name: 'Outstanding' }));
  expect(await strip.findByText('$36.50 outstanding')).toBeVisible();
  expect(strip.getByText(/3 invoices of 2 people, the oldest of Dec 5, 2025$/)).toBeVisible();
  await user.click(strip.getByRole('link', { name: 'Show oldest first' }));
  expect(new URLSearchParams(window.location.search).get('filter')).toBe('{"status":"to_collect"}');
  expect(window.location.search).toContain('order=ASC');
  await waitFor(() => expect(strip.queryByRole('link')).not.toBeInTheDocument());
});

test('Where nothing is owed it says so, and of more than one request holds it says which part it counts', async () => {
  const { unmount } = renderScreen('/invoices', list([]));
  expect(await screen.findByText('Nothing is outstanding')).toBeVisible();
  unmount();
  renderScreen('/invoices', list([createInvoiceRow({ due: 5 })], 240));
  expect(await screen.findByText(/the oldest 1 of 240 invoices of 1 person/)).toBeVisible();
});
