import { sql } from 'kysely';
import type { EmailKind } from '#domain/member-emails/emailKinds.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns } from '#server/platform/database/schema.ts';

/** More than a bank reads. */
const visitsMax = 500;
const emailsMax = 100;

interface Period {
  readonly contactId: string;
  readonly since: Date;
  readonly until: Date;
}

export const disputesRepo = (tx: Tx) => ({
  /** The one that waits for an answer, or else the last. */
  ofInvoice: (invoiceId: string) =>
    tx
      .selectFrom('disputes')
      .select(columns.disputes)
      .where('invoice_id', '=', invoiceId)
      .orderBy(sql`status in ('needs_response', 'warning_needs_response')`, 'desc')
      .orderBy('opened_at', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),

  markAnswered: (companyId: string, id: string, by: { id: string; name: string }, now: Date) =>
    tx
      .updateTable('disputes')
      .set({ answered_at: now, answered_by: by.id, answered_by_name: by.name })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),

  customer: (contactId: string) =>
    tx
      .selectFrom('contacts')
      .select(['email', 'phone', 'address', 'city', 'state', 'zip_code', 'created_at'])
      .where('id', '=', contactId)
      .executeTakeFirst(),

  place: (locationId: string) =>
    tx
      .selectFrom('locations')
      .select(['name', 'address', 'city', 'state', 'zip_code', 'timezone'])
      .where('id', '=', locationId)
      .executeTakeFirstOrThrow(),

  seller: async (userId: string | null) =>
    userId === null
      ? undefined
      : await tx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', userId).executeTakeFirst(),

  /** The memberships that the invoice bought or renewed. */
  async memberships(invoiceId: string) {
    const { rows } = await sql<{
      id: string;
      membership_name: string;
      billing_frequency: 'monthly' | 'annually' | 'one_time';
      auto_renew: boolean;
      contract_end_date: string | null;
      start_date: string;
      end_date: string | null;
      cancels_on: string | null;
      canceled_at: Date | null;
    }>`
      select m.id, m.membership_name, m.billing_frequency, m.auto_renew, m.contract_end_date::text, m.start_date::text, m.end_date::text,
             m.cancels_on::text, m.canceled_at
        from contact_memberships m
       where m.invoice_id = ${invoiceId}
          or m.id in (select r.contact_membership_id from renewals r where r.invoice_id = ${invoiceId})
          or m.id in (select p.contact_membership_id from plan_changes p where p.invoice_id = ${invoiceId})
       order by m.start_date, m.id`.execute(tx);
    return rows;
  },

  /** Granted ones, the newest first. */
  visits: ({ contactId, since, until }: Period) =>
    tx
      .selectFrom('checkins as c')
      .innerJoin('locations as l', 'l.id', 'c.location_id')
      .select(['c.checkin_time', 'c.door_name', 'l.name', 'l.timezone'])
      .where('c.contact_id', '=', contactId)
      .where('c.access_granted', '=', true)
      .where('c.checkin_time', '>=', since)
      .where('c.checkin_time', '<=', until)
      .orderBy('c.checkin_time', 'desc')
      .limit(visitsMax)
      .execute(),

  /** Delivered ones, the newest first. */
  async emails({ contactId, since, until }: Period) {
    const { rows } = await sql<{ kind: EmailKind; sent_to: string | null; settled_at: Date }>`
      select kind, sent_to, settled_at from emails
       where contact_id = ${contactId} and state = 'sent' and settled_at between ${since} and ${until}
       order by settled_at desc, id limit ${emailsMax}`.execute(tx);
    return rows;
  },
});
