import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import '#src/resources/invoices/refunding/RefundDialog.tsx';
import '#src/resources/invoices/payments/EmailReceiptDialog.tsx';
import type { InvoiceDetail } from '#domain/invoices/contract.ts';
import { createInvoiceDetail, createPayment } from '#tests/support/bookkeeping.ts';
import type { Level } from '#domain/shared/access.ts';
import { buildLocation } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { setWidth } from '#tests/support/width.ts';

const id = '018f0000-0000-7000-9000-0000abcd1234';
const gym = buildLocation();
const owed = { id, locationId: gym.id, status: 'open', total: 108, due: 108, paid: 0 } as const;
const show = (detail: InvoiceDetail, level: Level = 'manager') =>
  renderScreen(`/invoices/${id}`, { [`GET /invoices/${id}`]: () => detail }, { level, locations: [gym] });
const bar = async () => within(await screen.findByRole('region', { name: 'Invoice actions' }));
const offered = async ({ user }: ReturnType<typeof show>) => {
  const region = await screen.findByRole('region', { name: 'Invoice actions' });
  const buttons = [...region.querySelectorAll('a, button')].map(({ textContent }) => textContent);
  const more = within(region).queryByRole('button', { name: 'More actions' });
  if (more) await user.click(more);
  return [...buttons, ...screen.queryAllByRole('menuitem').map(({ textContent }) => textContent)];
};

beforeEach(() => setWidth(390));

describe('on a phone an invoice has its next step as the one button below its title, and the rest in a menu', () => {
  test.each([
    ['open', owed, [], ['Take Payment', 'More', 'Send Payment Link', 'Print', 'Ledger', 'Void', 'Write Off']],
    [
      'overdue',
      { ...owed, status: 'overdue', hasSavedCard: true },
      [],
      ['Take Payment', 'More', 'Retry Card', 'Send Payment Link', 'Print', 'Ledger', 'Void', 'Write Off'],
    ],
    [
      'partially paid',
      { ...owed, status: 'partially_paid', paid: 50, due: 58 },
      [createPayment({ amount: 50 })],
      ['Take Payment', 'More', 'Send Payment Link', 'Refund', 'Email receipt', 'Print', 'Ledger', 'Write Off'],
    ],
    [
      'paid',
      { id, locationId: gym.id, status: 'paid' },
      [createPayment()],
      ['Refund', 'More', 'Email receipt', 'Print', 'Ledger'],
    ],
    ['void', { id, locationId: gym.id, status: 'void', paid: 0 }, [], ['Print', 'Ledger']],
  ] as const)('%s', async (_status, invoice, payments, names) => {
    const page = show(createInvoiceDetail(invoice, { payments: [...payments] }));
    expect(await offered(page)).toEqual(names);
    expect(screen.queryByRole('region', { name: /outstanding$/ })).toBeNull();
  });

  test('Take Payment and Refund open their dialogs', async () => {
    const { user, unmount } = show(createInvoiceDetail(owed));
    await user.click((await bar()).getByRole('button', { name: 'Take Payment' }));
    expect(await screen.findByRole('dialog', { name: 'Take Payment' })).toBeVisible();
    unmount();
    const paid = show(createInvoiceDetail({ id, locationId: gym.id, status: 'paid' }, { payments: [createPayment()] }));
    await paid.user.click((await bar()).getByRole('button', { name: 'Refund' }));
    expect(await screen.findByRole('dialog', { name: /Refund/ })).toBeVisible();
  });

  test('Void and Email receipt open theirs from the menu, and Print prints', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user, unmount } = show(createInvoiceDetail(owed));
    await user.click((await bar()).getByRole('button', { name: 'More actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Void' }));
    expect(await screen.findByRole('dialog', { name: 'Void invoice' })).toBeVisible();
    unmount();
    const paid = show(createInvoiceDetail({ id, locationId: gym.id, status: 'paid' }, { payments: [createPayment()] }));
    await paid.user.click((await bar()).getByRole('button', { name: 'More actions' }));
    await paid.user.click(screen.getByRole('menuitem', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    await paid.user.click((await bar()).getByRole('button', { name: 'More actions' }));
    await paid.user.click(screen.getByRole('menuitem', { name: 'Email receipt' }));
    expect(await screen.findByRole('dialog', { name: 'Email receipt' })).toBeVisible();
  });

  test('Ledger leads to the invoice’s postings from the menu', async () => {
    const { user } = show(createInvoiceDetail(owed));
    await user.click((await bar()).getByRole('button', { name: 'More actions' }));
    const ledger = screen.getByRole('menuitem', { name: 'Ledger' });
    expect(ledger).toHaveAttribute('href', `/reports/ledger?invoiceId=${id}&scope=all`);
  });

  test('an operator takes payments only', async () => {
    expect(await offered(show(createInvoiceDetail(owed), 'operator'))).toEqual([
      'Take Payment',
      'More',
      'Send Payment Link',
      'Print',
    ]);
  });
});

test('on a phone the way back is the arrow beside the title', async () => {
  show(createInvoiceDetail(owed));
  expect(await screen.findByRole('link', { name: 'Back to Invoices' })).toHaveAttribute('href', '/invoices');
  await bar();
  expect(screen.getAllByRole('link', { name: 'Back to Invoices' })).toHaveLength(1);
});
