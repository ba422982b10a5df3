import { sql } from 'kysely';
import { freezesOfMembership, isNextPlanArchived } from '#server/modules/contact-memberships/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { heldColumns, hoursOfPlan, toHeldMembership } from './visitorsRepo.ts';

interface Block {
  readonly until: string | null;
}

/** Every code of the company that works, with what its contact holds and has not ended by `today`. One statement. */
export async function codesAndTerms(tx: Tx, companyId: string, today: string) {
  // All rows of a company: right after an import, old statistics would have PostgreSQL join them one by one, for minutes.
  await sql`set local enable_nestloop = off`.execute(tx);
  const rows = await tx
    .selectFrom('contact_codes as k')
    .innerJoin('contacts as c', 'c.id', 'k.contact_id')
    .innerJoin('contact_memberships as m', 'm.contact_id', 'c.id')
    .innerJoin('memberships as p', 'p.id', 'm.membership_id')
    .select(['k.code'])
    .select(heldColumns)
    .select(freezesOfMembership.as('freezes'))
    .select(isNextPlanArchived.as('is_next_plan_archived'))
    .select(hoursOfPlan.as('hours'))
    .select(
      sql<Block[] | null>`(
        select jsonb_agg(jsonb_build_object('until', b.until_day)) from contact_blocks b
         where b.contact_id = c.id and (b.until_day is null or b.until_day >= ${today}::date))`.as('blocks'),
    )
    .where('k.company_id', '=', companyId)
    .where('k.ended_at', 'is', null)
    .where('c.archived_at', 'is', null)
    .where('m.granted_at', 'is not', null)
    .where('m.access_enabled', '=', true)
    .where(sql<boolean>`coalesce(c.member_through, 'infinity') >= ${today}::date - 1`)
    .orderBy('k.code')
    .orderBy('m.id')
    .execute();
  return rows.flatMap((row) => {
    const membership = toHeldMembership(row);
    return membership ? [{ code: row.code, membership, blocks: row.blocks ?? [] }] : [];
  });
}
