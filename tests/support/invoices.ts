import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { taxCents } from '#domain/invoices/totals.ts';
import { postInvoice, postPayment, postRefund, postVoid, postWriteOff } from '#server/modules/ledger/index.ts';
import {
  columns,
  type InvoiceLineTable,
  type InvoiceTable,
  type PaymentTable,
} from '#server/platform/database/schema.ts';
import { operatorActor } from '#server/platform/http/actors.ts';
import { fixtureActor } from './fixtureActor.ts';
import type { Gym } from './gym.ts';
import type { TestServer } from './server.ts';

type Line = Partial<Insertable<InvoiceLineTable>>;
type Place = Pick<Gym, 'companyId' | 'locationId'>;

/** Inserts invoices and payments directly into the database; a test names only what matters to it. */
export function invoiceBuilders({ database }: Pick<TestServer, 'database'>, { companyId, locationId }: Place) {
  const scoped = database.scoped.bind(database, [companyId]);

  /** A paid invoice of one sales item, made out to this contact. */
  const invoice = async (contact_id: string, change: Partial<Insertable<InvoiceTable>> = {}, lines: Line[] = [{}]) => {
    const id = change.id ?? uuid();
    const total_cents = change.total_cents ?? 324;
    const row = {
      id,
      company_id: companyId,
      location_id: locationId,
      contact_id,
      kind: 'items' as const,
      status: 'paid' as const,
      description: 'Sales items purchase: Water Bottle',
      subtotal_cents: total_cents - (change.tax_cents ?? 24),
      tax_rate: 0.08,
      tax_cents: 24,
      total_cents,
      paid_cents: total_cents - (change.due_cents ?? 0),
      due_cents: 0,
      customer_first_name: 'Casey',
      customer_last_name: 'Jones',
      customer_email: 'casey@member.test',
      location_name: 'North',
      company_name: 'The Gym',
      metadata: '{}',
      created_by: null,
      ...change,
    };
    await scoped(async (tx) => {
      const written = await tx.insertInto('invoices').values(row).returning(columns.invoices).executeTakeFirstOrThrow();
      const rows = lines.map((line, position) => ({
        invoice_id: id,
        position,
        company_id: companyId,
        type: 'sales_item' as const,
        item_id: null,
        name: 'Water Bottle',
        quantity: 1,
        price_cents: written.subtotal_cents,
        total_cents: written.subtotal_cents,
        discount_cents: 0,
        ...line,
      }));
      if (rows.length > 0) await tx.insertInto('invoice_lines').values(rows).execute();
      if (written.status === 'draft') return;
      const isWhole =
        written.status !== 'void' &&
        written.due_cents === written.total_cents &&
        written.tax_cents === taxCents(written.subtotal_cents, written.tax_rate);
      const owed = { now: written.created_at, actor: isWhole ? operatorActor : fixtureActor };
      const closed = { now: written.updated_at, actor: fixtureActor };
      await postInvoice(tx, written, rows, owed);
      if (written.written_off_cents > 0) await postWriteOff(tx, written, written.written_off_cents, closed);
      else if (written.status === 'void') await postVoid(tx, written, closed);
    });
    return id;
  };

  const payment = async (invoice_id: string, change: Partial<Insertable<PaymentTable>> = {}) => {
    const id = uuid();
    const row = {
      id,
      company_id: companyId,
      invoice_id,
      kind: change.status === 'refunded' ? ('refund' as const) : ('payment' as const),
      amount_cents: 324,
      method: 'cash' as const,
      status: 'completed' as const,
      stripe_payment_intent_id: null,
      stripe_refund_id: null,
      tendered_cents: null,
      failure_message: null,
      ...change,
    };
    await scoped(async (tx) => {
      const written = await tx.insertInto('payments').values(row).returning(columns.payments).executeTakeFirstOrThrow();
      const invoiceRow = await tx
        .selectFrom('invoices')
        .select(columns.invoices)
        .where('id', '=', invoice_id)
        .executeTakeFirstOrThrow();
      const occasion = { now: written.created_at, actor: fixtureActor };
      // Unless it was made after a void or write-off, it settles what was owed.
      const isLate = written.created_at > invoiceRow.updated_at;
      const before = isLate ? invoiceRow : { ...invoiceRow, written_off_cents: 0, status: 'open' as const };
      if (written.status === 'completed') await postPayment(tx, before, written, written.amount_cents, occasion);
      const { kind, method, other_method: otherMethod, refund_id: refundId, amount_cents: cents } = written;
      if (kind === 'payment') return;
      await postRefund(tx, invoiceRow, kind, { id: written.id, method, otherMethod, cents, refundId }, occasion);
    });
    return id;
  };

  return { invoice, payment };
}
