import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { InvoiceDetail } from '#domain/invoices/contract.ts';
import { createLine, createInvoiceDetail, createPayment } from '#tests/support/bookkeeping.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildLocation } from '#tests/support/records.ts';
import { renderConsole, renderScreen } from '#tests/support/render.tsx';
import '#src/resources/invoices/payments/EmailReceiptDialog.tsx';

const id = '018f0000-0000-7000-9000-0000abcd1234';
const show = (detail: InvoiceDetail, render = renderScreen) =>
  render(`/invoices/${id}`, { [`GET /invoices/${id}`]: () => detail });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('the title is Invoice # and the last 8 characters of the id in uppercase', async () => {
  show(createInvoiceDetail({ id }));
  expect(await screen.findByRole('heading', { name: 'Invoice #ABCD1234' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Invoices' })).toHaveAttribute('href', '/invoices');
});

test('the head says the number, the status and what is due', async () => {
  show(createInvoiceDetail({ id, number: 'CHI-10423', status: 'open', total: 21.6, paid: 0, due: 21.6 }));
  const header = within((await screen.findByRole('heading', { name: 'Invoice #ABCD1234' })).closest('header')!);
  expect(header.getByText(/CHI-10423/)).toHaveTextContent('CHI-10423 · $21.60 due');
  expect(header.getByText('Open')).toBeVisible();
});

test.each([
  [
    'of a part that is owed, the whole',
    { status: 'partially_paid', paid: 20, due: 1.6 },
    'CHI-10423 · $1.60 of $21.60 due',
  ],
  ['of one that is paid, the total', { status: 'paid', paid: 21.6, due: 0 }, 'CHI-10423 · $21.60'],
] as const)('the head says %s', async (_what, change, text) => {
  show(createInvoiceDetail({ id, number: 'CHI-10423', total: 21.6, ...change }));
  const header = within((await screen.findByRole('heading', { name: 'Invoice #ABCD1234' })).closest('header')!);
  expect(header.getByText(/CHI-10423/).textContent).toBe(text);
});

test('the status has its color in the head alone, and the summary has it in words', async () => {
  show(createInvoiceDetail({ id, status: 'overdue', due: 21.6 }));
  const inSummary = (await section('Invoice Summary')).getByText('Overdue');
  const [inHead] = screen.getAllByText('Overdue');
  expect(inHead).toHaveAttribute('style', expect.stringContaining('--mui-palette-error-main'));
  expect(inSummary).not.toHaveAttribute('style');
  expect(screen.queryByText(/outstanding/)).toBeNull();
});

test('summary, customer, line items, financial summary: everything the invoice says', async () => {
  const lines = [
    createLine({ name: 'Gold', description: 'All clubs', type: 'membership', quantity: 2, price: 10, total: 20 }),
  ];
  show(
    createInvoiceDetail({
      id,
      status: 'open',
      subtotal: 20,
      tax: 1.6,
      total: 21.6,
      paid: 0,
      due: 21.6,
      metadata: { lineItems: lines },
    }),
  );
  const summary = await section('Invoice Summary');
  expect(summary.getByText('Open')).toBeVisible();
  expect(summary.getByText('January 5, 2026')).toBeVisible();
  const customer = await section('Customer Information');
  for (const text of ['Maya Okafor', 'maya@example.test', 'Iron Peak Denver', 'Iron Peak Fitness'])
    expect(customer.getByText(text)).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Line Items' }));
  for (const text of ['Gold', 'All clubs', 'Membership', '2', '$10.00', '$20.00'])
    expect(table.getByText(text)).toBeVisible();
  const money = await section('Financial Summary');
  for (const text of ['$20.00', '$1.60', '$0.00']) expect(money.getByText(text)).toBeVisible();
  expect(money.getAllByText('$21.60')).toHaveLength(2);
});

test('what was written off stands on paper too, so that the sums add up', async () => {
  show(createInvoiceDetail({ id, status: 'void', total: 21.6, paid: 10, due: 0, writtenOff: 11.6 }));
  await screen.findByRole('heading', { name: 'Invoice #ABCD1234' });
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const paper = within(screen.getByRole('article', { name: 'Printed invoice', hidden: true }));
  expect(paper.getByText('Written Off').nextElementSibling).toHaveTextContent('$11.60');
});

test('the customer’s name leads to the contact; a walk-in customer has no page to lead to', async () => {
  const contact = { id: 'c1', firstName: 'Maya', lastName: 'Okafor', email: 'maya@example.test', phone: null };
  const { unmount } = show(createInvoiceDetail({ id, contactId: 'c1' }, { contact }));
  expect((await section('Customer Information')).getByRole('link', { name: 'Maya Okafor' })).toHaveAttribute(
    'href',
    '/contacts/c1',
  );
  unmount();
  show(
    createInvoiceDetail(
      { id, contactId: 'c1' },
      { contact: { ...contact, firstName: 'Walk-in', lastName: 'customer', email: '' } },
    ),
  );
  const customer = await section('Customer Information');
  expect(customer.getByText('Walk-in customer')).toBeVisible();
  expect(customer.queryByRole('link')).toBeNull();
});

test('the name of a contact who is deleted leads nowhere', async () => {
  show(createInvoiceDetail({ id }, { isContactDeleted: true }));
  const customer = await section('Customer Information');
  expect(customer.getByText('Maya Okafor')).toBeVisible();
  expect(customer.queryByRole('link')).toBeNull();
});

test.each([[{}], [null], [undefined]])(
  'an invoice whose metadata is %j is shown without line items',
  async (metadata) => {
    show(createInvoiceDetail({ id, metadata }), renderConsole);
    expect(await (await section('Line Items')).findByText('This invoice has no line items.')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  },
);

test('location and company, payment history and description show only if present', async () => {
  show(createInvoiceDetail({ id, description: null }, { location: null, company: null }));
  const customer = await section('Customer Information');
  expect(customer.queryByText('Location')).toBeNull();
  expect(customer.queryByText('Company')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Payment History' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Description' })).toBeNull();
});

test('payments and a description have their sections', async () => {
  show(
    createInvoiceDetail(
      { id },
      { payments: [createPayment(), createPayment({ method: 'card', status: 'failed', amount: 1 })] },
    ),
  );
  const history = await section('Payment History');
  for (const text of ['Cash', 'Completed', '$3.24', 'Card', 'Failed', '$1.00'])
    expect(history.getByText(text)).toBeVisible();
  expect((await section('Description')).getByText('Sales items purchase: Water Bottle')).toBeVisible();
});

test('a failed card payment says why', async () => {
  const payment = createPayment({ method: 'card', status: 'failed', failureMessage: 'Your card has expired.' });
  show(createInvoiceDetail({ id }, { payments: [payment] }));
  expect((await section('Payment History')).getByText('Your card has expired.')).toBeVisible();
});

test('a payment has the date on which it was booked, not that on which its card was asked for', async () => {
  const payment = createPayment({ createdAt: '2026-01-05T22:05:00.000Z', postedAt: '2026-01-07T22:05:00.000Z' });
  show(createInvoiceDetail({ id }, { payments: [payment] }));
  const [, row] = (await section('Payment History')).getAllByRole('row');
  expect(row).toHaveTextContent(/Jan(uary)? 7/);
});

test('a dispute is shown in the summary, since when', async () => {
  show(createInvoiceDetail({ id, disputedAt: '2026-01-07T15:00:00.000Z' }));
  expect((await section('Invoice Summary')).getByText(/Disputed since/)).toHaveTextContent(
    'Disputed since January 7, 2026',
  );
});

test('a refund that failed at the bank says so, and what to do', async () => {
  const card = createPayment({ method: 'card', amount: 10 });
  const back = { method: 'card', status: 'refunded', refundOf: card.id } as const;
  show(
    createInvoiceDetail(
      { id },
      { payments: [card, createPayment({ ...back, amount: -10 }), createPayment({ ...back, amount: 10 })] },
    ),
  );
  const [, , , row] = (await section('Payment History')).getAllByRole('row');
  expect(row).toHaveTextContent(
    /Failed refund to card.*The bank did not take the money\. Refund it in another way\..*Returned.*\$10\.00/,
  );
});

test('a missing invoice shows Invoice not found, with the way back', async () => {
  renderScreen(`/invoices/${id}`, { [`GET /invoices/${id}`]: () => respond(404, { message: 'Invoice not found' }) });
  expect(await screen.findByRole('heading', { name: 'Invoice not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Invoices' })).toBeVisible();
});

test('any other failure shows a message, and can be retried', async () => {
  const routes = { [`GET /invoices/${id}`]: () => respond(500, {}, 'Internal Server Error') };
  renderScreen(`/invoices/${id}`, routes);
  expect(await screen.findByText('HTTP 500: Internal Server Error')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test.each([
  ['manager', true],
  ['operator', false],
] as const)('Ledger leads a %s to the invoice’s postings: %s', async (level, isShown) => {
  const location = buildLocation();
  const { user } = renderScreen(
    `/invoices/${id}`,
    { [`GET /invoices/${id}`]: () => createInvoiceDetail({ id, locationId: location.id, paid: 0, total: 0 }) },
    { level, locations: [location] },
  );
  await screen.findByRole('button', { name: 'Print' });
  const link = screen.queryByRole('link', { name: 'Ledger' });
  if (link) await user.click(link);
  expect(`${window.location.pathname}${window.location.search}`).toBe(
    isShown ? `/reports/ledger?invoiceId=${id}&scope=all` : `/invoices/${id}`,
  );
});

test('Print prints, and on paper there is a sheet with both parties, the lines, the sums and the payments', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = show(createInvoiceDetail({ id }, { payments: [createPayment()] }));
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector('article')).toBeNull();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const sheet = within(document.querySelector('article') ?? document.body);
  for (const text of [
    'Invoice #ABCD1234',
    'January 5, 2026',
    'Iron Peak Fitness',
    'Maya Okafor',
    '(303) 555-0123',
    'Water Bottle',
    'Total (USD)',
    'Paid',
  ]) {
    expect(sheet.getByText(text)).toBeInTheDocument();
  }
  expect(sheet.getByText(/Jan 5, 2026 · Cash · Completed · \$3\.24/)).toBeInTheDocument();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('article')).toBeNull();
});

test('on paper there are the legal name, the tax id and the footer it was written with', async () => {
  show(
    createInvoiceDetail({ id }, { receipt: { legalName: 'Iron Peak LLC', taxId: '84-1234567', footer: 'Thank you!' } }),
  );
  await section('Invoice Summary');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const sheet = within(document.querySelector('article') ?? document.body);
  for (const text of ['Iron Peak LLC', 'Tax ID 84-1234567', 'Thank you!'])
    expect(sheet.getByText(text)).toBeInTheDocument();
  act(() => void window.dispatchEvent(new Event('afterprint')));
});

test('an invoice that is not settled cannot pass for paid on paper', async () => {
  show(createInvoiceDetail({ id, status: 'open', paid: 0, due: 3.24 }));
  await section('Invoice Summary');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const sheet = within(document.querySelector('article') ?? document.body);
  expect(sheet.getByText('Open – not paid in full')).toBeInTheDocument();
  expect(sheet.getByText('NOT PAID')).toBeInTheDocument();
  expect(sheet.queryByText('Paid')).toBeNull();
  act(() => void window.dispatchEvent(new Event('afterprint')));
});

test('a receipt whose sending was not answered is sent again with the same key, also when the dialog was closed', async () => {
  let isLost = true;
  const receipt = `POST /invoices/${id}/receipt`;
  const { user, api } = renderScreen(`/invoices/${id}`, {
    [`GET /invoices/${id}`]: () => createInvoiceDetail({ id, status: 'paid' }),
    [receipt]: () =>
      isLost ? respond(503, { message: 'The answer was lost' }) : { message: 'Sent', email: 'maya@example.test' },
  });
  const send = async () => {
    await user.click(await screen.findByRole('button', { name: 'Email receipt' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Email receipt' }));
    await user.click(dialog.getByRole('button', { name: 'Send receipt' }));
    return dialog;
  };
  const first = await send();
  expect(await first.findByText('The answer was lost')).toBeVisible();
  await user.click(first.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  isLost = false;
  await send();
  expect(await screen.findByText('The receipt is sent to maya@example.test')).toBeVisible();
  const keys = api.to(receipt).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('beside the status of a declined renewal is the day of its card’s next try', async () => {
  const { unmount } = show(createInvoiceDetail({ id, status: 'overdue' }, { nextTryOn: '2999-12-02' }));
  expect((await section('Invoice Summary')).getByText('Next try Dec 2, 2999')).toBeVisible();
  unmount();
  show(createInvoiceDetail({ id, status: 'overdue' }, { nextTryOn: null }));
  expect((await section('Invoice Summary')).queryByText(/Next try/)).toBeNull();
});
