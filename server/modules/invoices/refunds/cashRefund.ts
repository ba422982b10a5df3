import { refundRounding } from '#domain/invoices/cashRounding.ts';
import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow, RefundRow } from '#server/platform/database/schema.ts';
import { cashRoundingAt } from '../repo.ts';
import { askedOfLines, bookRefundRow, finishRefund } from './bookRefund.ts';
import { refundsRepo } from './refundsRepo.ts';

/**
 * Books a refund whose money leaves the location's open drawer, or one of nothing, whatever its destination: a piece may cost less
 * than a cent. Cash is rounded once for the whole refund, on its first part.
 */
export async function bookCashRefund(
  tx: Tx,
  invoice: InvoiceRow,
  refund: RefundRow,
  occasion: Occasion,
): Promise<void> {
  const asked = await askedOfLines(tx, invoice, refund);
  await refundsRepo(tx).write(refund);
  let current = invoice;
  const step = await cashRoundingAt(tx, invoice.location_id);
  const rounding = refundRounding(refund.amount_cents, step, await earlierInCash(tx, invoice.id));
  for (const [index, { id, paymentId, cents }] of refund.parts.entries()) {
    current = await bookRefundRow(
      tx,
      current,
      {
        id,
        kind: 'refund',
        amount_cents: cents,
        rounding_cents: index === 0 ? rounding : 0,
        method: drawerMethod,
        refund_of: paymentId,
        refund_id: refund.id,
      },
      { ...occasion, asked },
    );
  }
  await finishRefund(tx, { before: invoice, after: current, rounding }, refund, occasion);
}

const earlierInCash = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('payments')
    .select(['amount_cents as cents', 'rounding_cents as rounding'])
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'refund')
    .where('method', '=', drawerMethod)
    .execute();
