import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { InvoiceLineTable, InvoiceTable, PaymentTable } from '#server/platform/database/schema.ts';
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
      await tx.insertInto('invoices').values(row).execute();
      if (lines.length === 0) return;
      const rows = lines.map((line, position) => ({
        invoice_id: id,
        position,
        company_id: companyId,
        type: 'sales_item' as const,
        item_id: null,
        name: 'Water Bottle',
        quantity: 1,
        price_cents: 300,
        total_cents: 300,
        ...line,
      }));
      await tx.insertInto('invoice_lines').values(rows).execute();
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
    await scoped((tx) => tx.insertInto('payments').values(row).execute());
    return id;
  };

  return { invoice, payment };
}
