import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { closeInvoice } from './closeInvoice.ts';
import { invoiceSubject } from './subject.ts';

interface Options {
  readonly how: 'void' | 'write-off';
  readonly reason: string;
  /** Whether a write-off grants what was sold. By default it does if a part was paid. */
  readonly grant?: boolean | undefined;
  readonly now: Date;
  readonly actor: Actor;
}

/**
 * Void: never sold, so its stock comes back. Written off: it stays a sale, its stock is gone, and what it sold is granted like
 * that of a paid one if it settles the invoice; otherwise the renewal of that period stops. The caller holds the invoice's
 * lock.
 */
export async function voidOrWriteOff(
  tx: Tx,
  invoice: InvoiceRow,
  { how, reason, grant, now, actor }: Options,
): Promise<void> {
  const isSettled = how === 'write-off' && (grant ?? invoice.paid_cents > 0);
  const noted = {
    ...(grant === false && { isWithheld: true }),
    ...(!isSettled && (await invoiceSubject().abandonedNote(tx, invoice))),
  };
  await closeInvoice(tx, invoice, { how, reason, noted }, now, actor);
  await invoiceSubject()[isSettled ? 'settled' : 'abandoned'](tx, invoice, now, actor);
}
