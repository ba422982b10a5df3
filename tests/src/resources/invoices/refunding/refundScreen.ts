import { screen, within } from '@testing-library/react';
import type { User } from '#domain/auth/contract.ts';
import type { Invoice, InvoiceDetail, Refund } from '#domain/invoices/contract.ts';
import type { Level } from '#domain/shared/access.ts';
// The chunks of the screen and its dialog, so that no test waits for them.
import '#src/resources/invoices/InvoiceShow.tsx';
import '#src/resources/invoices/refunding/RefundDialog.tsx';
import { createLine, createInvoice, createInvoiceDetail, createPayment } from '#tests/support/bookkeeping.ts';
import type { Routes } from '#tests/support/consoleApi.ts';
import { buildLocation } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

export const id = '018f0000-0000-7000-9000-0000abcd1234';
export const cashId = '018f0000-0000-7000-9000-00000000c001';
export const cardId = '018f0000-0000-7000-9000-00000000c002';
export const paid: Partial<Invoice> = {
  id,
  status: 'paid',
  subtotal: 19,
  tax: 1.52,
  total: 20.52,
  paid: 20.52,
  due: 0,
  refunded: 0,
  metadata: {
    lineItems: [
      createLine({ quantity: 3, price: 3, total: 9 }),
      createLine({ name: 'Day Pass', price: 10, total: 10 }),
    ],
  },
};
export const byCard = { payments: [createPayment({ id: cardId, method: 'card', amount: 20.52 })], stockedLines: [0] };
export const byBoth = {
  payments: [createPayment({ id: cashId, amount: 10 }), createPayment({ id: cardId, method: 'card', amount: 10.52 })],
  stockedLines: [0],
};
export const refunds = `POST /invoices/${id}/refunds`;
export const buildRefund = (change: Partial<Refund> = {}): Refund => ({
  id: '018f0000-0000-7000-9000-00000000f001',
  createdAt: '2026-01-06T22:05:00.000Z',
  amount: 6.48,
  destination: 'card',
  reason: 'Wrong size',
  lines: [{ position: 0, quantity: 2, restocked: true }],
  membership: 'keep',
  ...change,
});

export const gym = buildLocation();
export const open = (
  detail: Partial<InvoiceDetail> = byCard,
  {
    level = 'manager',
    routes = {},
    invoice = {},
    account = {},
    place = gym,
  }: {
    level?: Level;
    routes?: Routes;
    invoice?: Partial<Invoice>;
    account?: Partial<User> | undefined;
    place?: typeof gym;
  } = {},
) =>
  renderScreen(
    `/invoices/${id}`,
    {
      [`GET /invoices/${id}`]: () => createInvoiceDetail({ ...paid, ...invoice }, detail),
      [refunds]: () => ({ invoice: createInvoice({ id }), refund: buildRefund() }),
      ...routes,
    },
    { level, account, locations: [place] },
  );
export const dialog = async ({ user }: ReturnType<typeof open>) => {
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  return within(await screen.findByRole('dialog', { name: 'Refund Invoice #ABCD1234' }));
};
export const sent = ({ api }: ReturnType<typeof open>) => api.to(refunds).map(({ body }) => body);
