import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { PostingKind } from '#domain/ledger/accounts.ts';
import type { Entry } from '#domain/ledger/entries.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';

export interface Posting {
  readonly kind: PostingKind;
  readonly companyId: string;
  readonly locationId: string;
  readonly at: Date;
  readonly actor: Actor;
  /** They add up to zero, which the database checks at commit. */
  readonly entries: readonly Entry[];
  readonly invoiceId?: string;
  /** The payment, or the refund. */
  readonly paymentId?: string;
  readonly drawerId?: string | null;
}

/** Books money that moves, or that is owed, in one statement of the transaction of what happened. */
export async function post(tx: Tx, ...all: readonly Posting[]): Promise<void> {
  const postings = all.filter(({ entries }) => entries.length > 0).map((posting) => ({ id: uuid(), ...posting }));
  if (postings.length === 0) return;
  const rows = postings.map(({ id, kind, companyId, locationId, at, actor, invoiceId, paymentId, drawerId }) => ({
    id,
    company_id: companyId,
    location_id: locationId,
    at,
    kind,
    invoice_id: invoiceId,
    payment_id: paymentId,
    drawer_id: drawerId,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    request_id: actor.requestId,
  }));
  const entries = postings.flatMap((posting) =>
    posting.entries.map((entry, position) => ({
      posting_id: posting.id,
      position,
      account: entry.account,
      cents: entry.cents,
      line: entry.line,
      category: entry.category,
      item_id: entry.itemId,
      plan_id: entry.planId,
      name: entry.name,
      tax_rate: entry.taxRate,
      method: entry.method,
      staff_id: entry.staffId,
    })),
  );
  await sql`
    with posted as (
      insert into ledger_postings (id, company_id, location_id, at, business_day, kind, invoice_id, payment_id, drawer_id,
                                   actor_type, actor_id, actor_name, request_id)
      select p.id, p.company_id, p.location_id, p.at, (p.at at time zone l.timezone)::date, p.kind, p.invoice_id, p.payment_id, p.drawer_id,
             p.actor_type, p.actor_id, p.actor_name, p.request_id
        from jsonb_populate_recordset(null::ledger_postings, ${JSON.stringify(rows)}::jsonb) as p
        join locations as l on l.company_id = p.company_id and l.id = p.location_id
      returning id, company_id, location_id, business_day, kind)
    insert into ledger_entries (posting_id, company_id, location_id, business_day, kind, position, account, cents, line, category, item_id, plan_id,
                                name, tax_rate, method, staff_id)
    select p.id, p.company_id, p.location_id, p.business_day, p.kind, e.position, e.account, e.cents, e.line, e.category, e.item_id, e.plan_id,
           e.name, e.tax_rate, e.method, e.staff_id
      from posted as p
      join jsonb_populate_recordset(null::ledger_entries, ${JSON.stringify(entries)}::jsonb) as e on e.posting_id = p.id`.execute(
    tx,
  );
}
