import { chunk, groupBy, partition } from 'es-toolkit';
import {
  invoiceEntries,
  lineTaxes,
  paymentEntries,
  refundEntries,
  reversed,
  writeOffEntries,
  shareRefund,
} from '#domain/ledger/entries.ts';
import { ofInvoice, post, toBooked, type Posting } from '#server/modules/ledger/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type PaymentRow } from '#server/platform/database/schema.ts';
import { renewalsActor, userActor } from '#server/platform/http/actors.ts';

/** Books the invoices and payments of the demo, as they were when each was made. Returns the cash payments, which the drawers book. */
export async function addInvoicePostings(tx: Tx): Promise<Posting[]> {
  const users = await tx.selectFrom('users').select(['id', 'first_name', 'last_name']).execute();
  const actors = new Map(
    users.map(({ id, first_name: firstName, last_name: lastName }) => [
      id,
      userActor({ userId: id, firstName, lastName }, null),
    ]),
  );
  const invoices = await tx.selectFrom('invoices').select(columns.invoices).where('status', '<>', 'draft').execute();
  const lines = groupBy(
    await tx.selectFrom('invoice_lines').select(columns.invoice_lines).orderBy('position').execute(),
    ({ invoice_id }) => invoice_id,
  );
  const payments = groupBy(
    await tx.selectFrom('payments').select(columns.payments).orderBy('created_at').execute(),
    ({ invoice_id }) => invoice_id,
  );
  const postings = invoices.flatMap((invoice): Posting[] => {
    const booked = toBooked(invoice, lines[invoice.id] ?? []);
    const entries = invoiceEntries(booked);
    const at = (moment: Date) =>
      ofInvoice(invoice, { now: moment, actor: actors.get(invoice.created_by ?? '') ?? renewalsActor });
    const closing = at(invoice.updated_at);
    return [
      { ...at(invoice.created_at), kind: 'invoice', entries },
      ...(payments[invoice.id] ?? []).flatMap((payment) => {
        const posting = toPosting(booked, payment);
        return posting ? [{ ...at(payment.created_at), ...posting, paymentId: payment.id }] : [];
      }),
      ...(invoice.written_off_cents > 0
        ? [{ ...closing, kind: 'write_off' as const, entries: writeOffEntries(invoice.written_off_cents) }]
        : invoice.status === 'void'
          ? [{ ...closing, kind: 'void' as const, entries: reversed(entries) }]
          : []),
    ];
  });
  const [cash, others] = partition(
    postings,
    ({ kind, entries }) => kind === 'payment' && entries.some(({ account }) => account === 'cash'),
  );
  for (const some of chunk(others, 500)) await post(tx, ...some);
  return cash;
}

/** A refund of the demo is the invoice's only one. */
function toPosting(
  booked: ReturnType<typeof toBooked>,
  { kind, status, method, other_method: otherMethod, amount_cents: cents }: PaymentRow,
): Pick<Posting, 'kind' | 'entries'> | undefined {
  const money = { method, otherMethod, cents };
  if (cents === 0) return undefined;
  if (status === 'completed') return { kind: 'payment', entries: paymentEntries(money, 'receivable') };
  if (kind !== 'refund') return undefined;
  const taxes = lineTaxes(booked);
  const none = { gross: 0, tax: 0 };
  const lines = booked.lines.map(({ total }, index) => {
    const tax = taxes[index] ?? 0;
    return { gross: total + tax, tax, refunded: none };
  });
  return { kind: 'refund', entries: refundEntries(booked, money, shareRefund(lines, cents)) };
}
