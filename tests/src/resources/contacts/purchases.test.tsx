import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/ContactShow.tsx';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import { createInvoice, at, maya, opened, page, tab } from '#tests/support/contactPage.ts';
import { createPage } from '#tests/support/records.ts';

const history = async (change: Routes = {}) => {
  const opening = opened(at, change);
  await opening.user.click(await tab('Purchase History'));
  return opening;
};
const one = (invoice = createInvoice()) => ({ invoice, contact: null, location: null, company: null, payments: [] });
const detail = `${at}/invoices/${createInvoice().id}`;
const oneAt = `GET /invoices/${createInvoice().id}`;

test('columns Description, Status, Total, Amount Due and Created; rows are named by their line items', async () => {
  await history();
  expect(await screen.findByText('Membership Purchase')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Purchase History' });
  expect(within(table).getByText('Monthly Unlimited')).toBeVisible();
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Description', 'Status', 'Total', 'Amount Due', 'Created']);
  expect(within(table).getByText('$54.39')).toBeVisible();
});

test('a disputed invoice says so beside its status, in the history and on its page', async () => {
  const invoice = createInvoice({ disputedAt: '2026-01-20T10:00:00.000Z' });
  await history({ 'GET /invoices': () => page(invoice), [oneAt]: () => one(invoice) });
  const table = await screen.findByRole('table', { name: 'Purchase History' });
  expect(within(table).getByText('Disputed')).toBeVisible();
  opened(detail, { [oneAt]: () => one(invoice) });
  expect(await screen.findByText('Subtotal')).toBeVisible();
  expect(screen.getAllByText('Disputed').at(-1)).toBeVisible();
});

test("the secondary text is 'No description' when there is none", async () => {
  await history({ 'GET /invoices': () => page(createInvoice({ description: null, metadata: { lineItems: [] } })) });
  expect(await screen.findByText('No description')).toBeVisible();
  expect(screen.getByText('Purchase')).toBeVisible();
});

test.each([[{}], [null], [undefined]])(
  'an invoice whose metadata is %j is a Purchase, without a table of line items',
  async (metadata) => {
    const invoice = createInvoice({ metadata });
    await history({ 'GET /invoices': () => page(invoice), [oneAt]: () => one(invoice) });
    expect(await screen.findByText('Purchase')).toBeVisible();
    opened(detail, { [oneAt]: () => one(invoice) });
    expect(await screen.findByText('Subtotal')).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Line Items' })).toBeNull();
  },
);

test('an invoice of the household’s payer is listed and opens, and says who pays', async () => {
  const payer = {
    id: '018f0000-0000-7000-8000-00000000dddd',
    firstName: 'Ann',
    lastName: 'Oakley',
    email: '',
    phone: null,
  };
  const invoice = createInvoice({ contactId: payer.id });
  const { api } = await history({
    'GET /invoices': () => ({ invoices: [{ invoice, contact: payer }], pagination: createPage(1) }),
  });
  expect(await screen.findByText('Monthly Unlimited · Paid by Ann Oakley')).toBeVisible();
  expect(api.to('GET /invoices').map(({ query }) => query.get('memberId'))).toContain(maya.id);
  const member = { id: maya.id, name: 'Maya Okafor' };
  const memberships = [{ id: 'held', name: 'Monthly Unlimited', periodEnd: null, renewsByCard: true, member, line: 0 }];
  opened(detail, { [oneAt]: () => ({ ...one(invoice), contact: payer, memberships }) });
  expect(await screen.findByText('Paid by')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ann Oakley' })).toBeVisible();
});

test('sortable by status, total, due and createdAt', async () => {
  const { user, api } = await history();
  for (const [label, column] of [
    ['Status', 'status'],
    ['Total', 'total'],
    ['Amount Due', 'due'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: label }));
    await waitFor(() => expect(api.to('GET /invoices').at(-1)?.query.get('sortBy')).toBe(column));
  }
  expect(api.to('GET /invoices')[0]?.query.get('sortBy')).toBe('createdAt');
});

test("pagination appears with more than 1 page: Previous, 'Page X of Y (N total invoices)', Next", async () => {
  const { user, api } = await history({
    'GET /invoices': () => ({ ...page(createInvoice()), pagination: createPage(23) }),
  });
  expect(await screen.findByText('Page 1 of 3 (23 total invoices)')).toBeVisible();
  expect(screen.getByText('Previous')).toBeDisabled();
  await user.click(screen.getByText('Next'));
  await waitFor(() => expect(api.to('GET /invoices').at(-1)?.query.get('page')).toBe('2'));
});

test("loading: 'Loading purchase history...', then empty: 'No Purchase History / This contact has not made any purchases yet.'", async () => {
  const answered = later<unknown>();
  await history({ 'GET /invoices': () => answered.promise });
  expect(await screen.findByText('Loading purchase history...')).toBeVisible();
  answered.settle(page());
  expect(await screen.findByText('No Purchase History')).toBeVisible();
  expect(screen.getByText('This contact has not made any purchases yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Make a sale' })).toHaveAttribute('href', '/pos');
});

test("error: 'Failed to Load Purchase History'", async () => {
  await history({ 'GET /invoices': () => respond(500, { message: 'Something went wrong on our side' }) });
  expect(await screen.findByText('Failed to Load Purchase History')).toBeVisible();
  expect(screen.getByText('Something went wrong on our side')).toBeVisible();
});

test('opening with invoiceId selects Purchase History and shows the invoice, read-only, with its line items', async () => {
  opened(detail, { [oneAt]: () => one() });
  expect(await screen.findByText('Invoice ID')).toBeVisible();
  expect(
    screen
      .getAllByRole('term')
      .map(({ textContent }) => textContent)
      .slice(-10),
  ).toEqual([
    'Invoice ID',
    'Status',
    'Description',
    'Created Date',
    'Subtotal',
    'Tax',
    'Total',
    'Amount Paid',
    'Amount Due',
    'Currency',
  ]);
  expect(screen.getByText('USD')).toBeVisible();
  const lines = screen.getByRole('table', { name: 'Line Items' });
  expect(
    within(lines)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Item', 'Type', 'Quantity', 'Price', 'Total']);
  expect(within(lines).getByText('All hours')).toBeVisible();
  expect(within(lines).getByText('Membership')).toBeVisible();
});

test("'Back to Purchase History' goes back to the history", async () => {
  const { user } = opened(detail, { [oneAt]: () => one() });
  await user.click(await screen.findByText('Back to Purchase History'));
  await waitFor(() => expect(window.location.pathname).toBe(at));
  expect(await tab('Purchase History')).toHaveAttribute('aria-selected', 'true');
});

test('an invoice leads to its page, where it is refunded or collected', async () => {
  opened(detail, { [oneAt]: () => one() });
  const link = await screen.findByRole('link', { name: 'Open invoice' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/invoices\/[^/]+$/));
});

test('without line items there is no Line Items table', async () => {
  opened(detail, { [oneAt]: () => one(createInvoice({ metadata: { lineItems: [] } })) });
  expect(await screen.findByText('Invoice ID')).toBeVisible();
  expect(screen.queryByText('Line Items')).not.toBeInTheDocument();
});

test.each([
  ['one that is not there', () => respond(404, { message: 'Invoice not found' })],
  ['another contact’s', () => one(createInvoice({ contactId: '018f0000-0000-7000-8000-00000000dddd' }))],
])("not-found: 'Invoice Not Found': %s", async (_case, route) => {
  opened(detail, { [oneAt]: route });
  expect(await screen.findByText('Invoice Not Found')).toBeVisible();
});
