import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';

/** From here on the sweep watches the invoice. If no request continues the payment, it is given up. */
export const awaitPayment = (tx: Tx, { id, company_id }: InvoiceRow, since: Date) =>
  tx.insertInto('awaited_payments').values({ invoice_id: id, company_id, since }).execute();

export async function awaitedSince(tx: Tx, invoiceId: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('awaited_payments')
    .select('since')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row?.since;
}
