import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { sql } from 'kysely';
import { subDays } from 'date-fns';
import type { Tx } from '#server/platform/database/database.ts';

/** In each company, the receipt of a recent cash sale that could not be delivered because the buyer's mailbox was full. */
export async function addFailedEmails(tx: Tx, now: Date): Promise<void> {
  await sql`
    insert into emails (company_id, contact_id, kind, data, state, attempts, sent_to, failure, settled_at, created_at)
    select distinct on (i.company_id) i.company_id, i.contact_id, 'receipt',
           jsonb_build_object('invoiceId', i.id, 'cents', i.total_cents, 'paid', i.paid_cents, 'due', i.due_cents),
           'failed', 1, i.customer_email, 'The mailbox is full', i.created_at, i.created_at
      from invoices i join payments p on p.invoice_id = i.id
     where i.status = 'paid' and p.method = ${drawerMethod} and i.created_at < ${subDays(now, 3)}
     order by i.company_id, i.created_at desc, i.id`.execute(tx);
}
