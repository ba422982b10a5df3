import { canBeVoided } from '#domain/invoices/collecting.ts';
import type { InvoiceResponse, InvoiceWriteOffBody } from '#domain/invoices/paymentsContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { once } from '#server/platform/http/idempotency.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { requireNoCardUnderWay } from './cards/payByCard.ts';
import { closeInvoice } from './closeInvoice.ts';
import { toMoney } from './rows.ts';
import type { InvoiceRequest } from './service.ts';
import { invoiceSubject } from './subject.ts';
import { cancelOpenCardPayments, readInvoiceNow, requireOwed } from './payments/takePayment.ts';
import { lockInvoice } from './repo.ts';

/**
 * Void: never sold, so its stock comes back. Written off: it stays a sale, its stock is gone, and what it sold is granted like
 * that of a paid one if it settles the invoice, as by default one does that is paid in part; otherwise the renewal of that period
 * stops.
 */
export async function voidOrWriteOff(
  context: AppContext,
  request: InvoiceRequest,
  how: 'void' | 'write-off',
  { reason, grant }: InvoiceWriteOffBody,
): Promise<InvoiceResponse> {
  const { database, clock } = context;
  const { scope, invoiceId, key } = request;
  const requireClosable = (invoice: InvoiceRow) => {
    requireOwed(invoice);
    if (how === 'void' && !canBeVoided(toMoney(invoice)))
      throw conflict('Part of this invoice is paid. Write off the rest instead.');
  };
  await cancelOpenCardPayments(context, request, async (_tx, invoice) => requireClosable(invoice));
  return once(database, scope.companies, key, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    requireClosable(invoice);
    await requireNoCardUnderWay(tx, invoiceId);
    const isSettled = how === 'write-off' && (grant ?? invoice.paid_cents > 0);
    const noted = {
      ...(grant === false && { isWithheld: true }),
      ...(!isSettled && (await invoiceSubject().abandonedNote(tx, invoice))),
    };
    const now = clock();
    await closeInvoice(tx, invoice, { how, reason, noted }, { now, actor: scope.actor });
    await invoiceSubject()[isSettled ? 'settled' : 'abandoned'](tx, invoice, { now, actor: scope.actor });
    return readInvoiceNow(tx, invoiceId);
  });
}
