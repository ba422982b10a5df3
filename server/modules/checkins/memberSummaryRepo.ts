import { sql } from 'kysely';
import type { VisitDays } from '#domain/contacts/rhythm.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  freezesOfMembership,
  isNextPlanArchived,
  termColumns,
  toStoredTerm,
  type ContactMembershipTerm,
} from '#server/modules/contact-memberships/index.ts';
import { isInvoiceOutstanding } from '#server/modules/invoices/index.ts';

export const memberSummaryRepo = (tx: Tx) => ({
  async memberships(contactId: string): Promise<ContactMembershipTerm[]> {
    const rows = await tx
      .selectFrom('contact_memberships as m')
      .select(termColumns)
      .select(freezesOfMembership.as('freezes'))
      .select(isNextPlanArchived.as('is_next_plan_archived'))
      .where('contact_id', '=', contactId)
      .where('granted_at', 'is not', null)
      .execute();
    return rows.map(toStoredTerm);
  },

  lastVisit: (contactId: string) =>
    tx
      .selectFrom('checkins as k')
      .innerJoin('locations as l', 'l.id', 'k.location_id')
      .select(['k.checkin_time', 'l.name'])
      .where('k.contact_id', '=', contactId)
      .where('k.access_granted', '=', true)
      .orderBy('k.checkin_time', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The days of visits since then; null without any. */
  async visitDays(contactId: string, timezone: string, since: Date): Promise<VisitDays | null> {
    const { rows } = await sql<VisitDays>`
      select count(distinct d.day)::int as count, min(d.day)::text as first, max(d.day)::text as last
        from checkins k cross join lateral (select (k.checkin_time at time zone ${timezone})::date as day) as d
       where k.contact_id = ${contactId} and k.access_granted and k.checkin_time >= ${since}
      having count(*) > 0`.execute(tx);
    return rows[0] ?? null;
  },

  /** Undefined when they pay themselves. */
  payer: (contactId: string) =>
    tx
      .selectFrom('contacts')
      .select(['id', 'first_name', 'last_name'])
      .where('id', '=', sql<string>`payer_of(${contactId}::uuid)`)
      .where('id', '!=', contactId)
      .executeTakeFirst(),

  async isDisputed(contactId: string): Promise<boolean> {
    const disputed = await tx
      .selectFrom('invoices')
      .select('id')
      .where('contact_id', '=', contactId)
      .where('disputed_at', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return disputed !== undefined;
  },

  async dueCents(contactId: string): Promise<number> {
    const { due } = await tx
      .selectFrom('invoices as i')
      .select(sql<number>`coalesce(sum(i.due_cents), 0)::bigint`.as('due'))
      .where('i.contact_id', '=', contactId)
      .where(isInvoiceOutstanding)
      .executeTakeFirstOrThrow();
    return due;
  },
});
