import { groupBy } from 'es-toolkit';
import { sql, type RawBuilder } from 'kysely';
import { eventOfAction, type EventType } from '#domain/events/eventTypes.ts';
import type { ActivityAction } from '#domain/activity/sentences.ts';
import type { Tx } from '#server/platform/database/database.ts';

interface Change {
  readonly companyId: string;
  readonly action: ActivityAction;
  readonly recordId: string;
  readonly locationId: string | null;
}

interface NewEvent {
  readonly company_id: string;
  readonly type: EventType;
  readonly location_id: string | null;
  readonly record_id: string;
  readonly once?: string;
}

/** The kinds of record, as the first word of their types. */
type Subject = 'contact' | 'membership' | 'invoice' | 'checkin' | 'drawer' | 'agreement';

/**
 * Writes the events of what was logged, with the records as they are now: after the change, in its transaction. The log's
 * actions that tell others nothing are passed over.
 */
export async function recordEvents(tx: Tx, changes: readonly Change[]): Promise<void> {
  const events = changes.flatMap(({ companyId, action, recordId, locationId }): NewEvent[] => {
    const type = eventOfAction[action];
    return type ? [{ company_id: companyId, type, location_id: locationId, record_id: recordId }] : [];
  });
  for (const [subject, ofSubject] of Object.entries(groupBy(events, ({ type }) => findSubject(type))))
    await findRecord(tx, subject as Subject, ofSubject);
}

/** Records an event about a membership once, however often it is found. */
export async function recordOnce(tx: Tx, events: readonly (NewEvent & { readonly once: string })[]): Promise<void> {
  if (events.length > 0) await findRecord(tx, 'membership', events);
}

interface Signed {
  readonly companyId: string;
  readonly locationId: string;
  readonly signatureId: string;
}

/** The log has it as an action of the contact, of whom several agreements may be signed at once. */
export const recordSignature = (tx: Tx, { companyId, locationId, signatureId }: Signed) =>
  findRecord(tx, 'agreement', [
    { company_id: companyId, type: 'agreement.signed', location_id: locationId, record_id: signatureId },
  ]);

const findSubject = (type: EventType): Subject => {
  const [subject] = type.split('.');
  return subject === 'payment' ? 'invoice' : (subject as Subject);
};

const findRecord = (tx: Tx, subject: Subject, events: readonly NewEvent[]) =>
  sql`
    insert into events (company_id, type, location_id, record_id, once, data)
    select n.company_id, ${subject === 'invoice' ? sql`t.type` : sql`n.type`}, n.location_id, n.record_id, n.once, d.data
      from rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
             as (company_id uuid, type text, location_id uuid, record_id uuid, once text)) with ordinality
             as n (company_id, type, location_id, record_id, once, position)
     cross join lateral (${eventData[subject]}) as d
     ${subject === 'invoice' ? invoiceTypes : sql``}
     order by n.position
    on conflict do nothing`.execute(tx);

/** An invoice that is written as paid is created and paid. */
const invoiceTypes = sql`
  cross join lateral (
    select n.type
     union all
    select 'invoice.paid' where n.type = 'invoice.created' and d.data ->> 'status' = 'paid') as t (type)`;

const dollars = (cents: string) => sql`round(${sql.raw(cents)} / 100.0, 2)`;

/**
 * Ids and what staff see at a glance: no notes, no codes, no reasons that may be about somebody's health. The limit has each record
 * looked up by its id, however small the table looks to the planner.
 */
const eventData: Record<Subject, RawBuilder<unknown>> = {
  contact: sql`
    select jsonb_build_object('contactId', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'email', c.email,
             'phone', c.phone, 'homeLocationId', c.home_location_id) as data
      from contacts c where c.id = n.record_id limit 1`,
  membership: sql`
    select jsonb_build_object('contactMembershipId', m.id, 'contactId', m.contact_id, 'membershipId', m.membership_id,
             'name', m.membership_name, 'startDate', m.start_date, 'endDate', m.end_date, 'cancelsOn', m.cancels_on,
             'freezes', coalesce((
               select jsonb_agg(jsonb_build_object('from', f.from_day, 'until', f.until_day) order by f.from_day)
                 from membership_freezes f where f.contact_membership_id = m.id), '[]')) as data
      from contact_memberships m where m.id = n.record_id and m.granted_at is not null limit 1`,
  invoice: sql`
    select jsonb_build_object('invoiceId', i.id, 'contactId', i.contact_id, 'status', i.status, 'description', i.description,
             'total', ${dollars('i.total_cents')}, 'paid', ${dollars('i.paid_cents')}, 'due', ${dollars('i.due_cents')},
             'refunded', ${dollars('i.refunded_cents')}, 'currency', i.currency) as data
      from invoices i where i.id = n.record_id limit 1`,
  checkin: sql`
    select jsonb_build_object('checkinId', k.id, 'contactId', k.contact_id, 'doorId', k.door_name, 'reason', k.reason) as data
      from checkins k where k.id = n.record_id limit 1`,
  agreement: sql`
    select jsonb_build_object('contactId', s.contact_id, 'signatureId', s.id, 'agreementId', s.agreement_id,
             'name', s.agreement_name, 'versionNumber', s.version_number) as data
      from signatures s where s.id = n.record_id limit 1`,
  drawer: sql`
    select jsonb_build_object('drawerId', w.id, 'number', w.number, 'float', ${dollars('w.float_cents')},
             'counted', ${dollars('w.counted_cents')},
             'difference', ${dollars('(w.counted_cents - w.float_cents - w.cash_sales_cents + w.cash_refunds_cents - w.cash_in_cents + w.cash_out_cents)')}) as data
      from drawers w where w.id = n.record_id limit 1`,
};
