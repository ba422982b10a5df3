import type { User } from '#domain/auth/contract.ts';
import type { Invoice, InvoiceDetail } from '#domain/invoices/contract.ts';
import type { Level } from '#domain/shared/access.ts';
// The screens' own chunks, so that no test waits for them.
import '#src/resources/invoices/InvoiceShow.tsx';
import '#src/resources/invoices/payments/AlreadySentDialog.tsx';
import { createInvoiceDetail } from './bookkeeping.ts';
import { someSettings } from './companies.ts';
import type { Routes } from './consoleApi.ts';
import { buildLocation, ironPeak } from './records.ts';
import { renderScreen } from './render.tsx';

export const invoiceId = '018f0000-0000-7000-9000-0000abcd1234';
/** What is owed. */
export const owed: Partial<Invoice> = { id: invoiceId, status: 'overdue', paid: 0, total: 108, due: 108 };
/** Where it was sold. */
export const gym = buildLocation();
/** The page of an overdue invoice of $108.00, at a gym that takes cards. */
export const openOwed = (
  invoice: Partial<Invoice> = {},
  {
    level = 'manager',
    detail = {},
    routes = {},
    account = {},
  }: { level?: Level; detail?: Partial<InvoiceDetail>; routes?: Routes; account?: Partial<User> | undefined } = {},
) =>
  renderScreen(
    `/invoices/${invoiceId}`,
    {
      [`GET /invoices/${invoiceId}`]: () => createInvoiceDetail({ ...owed, ...invoice }, detail),
      [`GET /companies/${ironPeak.id}/stripe`]: () => ({
        stripeConfig: {
          hasStripeKeys: true,
          stripePublishableKey: 'pk_test_1',
          maskedSecretKey: null,
          hasWebhook: true,
        },
      }),
      [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: someSettings() }),
      ...routes,
    },
    { level, account, locations: [gym] },
  );
