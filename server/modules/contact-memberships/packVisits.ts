import { packTerm } from '#domain/contact-memberships/visitPacks.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { PlanType } from '#domain/memberships/membershipPlan.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type ContactMembershipRow } from '#server/platform/database/schema.ts';
import { setMembership } from './grantedMembership.ts';
import { removePeriod, writeBoughtPeriods } from './periodsRepo.ts';

/** Visits of a contact wait here for one another, so that two doors do not use the same one. A pack has no renewals or freezes to lock. */
export const lockPacks = (tx: Tx, contactId: string) =>
  tx
    .selectFrom('contact_memberships')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('visit_limit', 'is not', null)
    .where('granted_at', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

interface PackVisit {
  readonly checkinId: string;
  readonly packId: string;
  readonly companyId: string;
  readonly visitedAt: Date;
  readonly today: CalendarDate;
  /** False for a check-in that belongs to the same visit as the one before. */
  readonly isCounted: boolean;
}

/** The caller holds the lock. Begins the term of a pack that is valid from its first visit. Returns the visits that are left. */
export async function takePackVisit(tx: Tx, visit: PackVisit): Promise<number> {
  const { packId, today, isCounted } = visit;
  await tx
    .insertInto('pack_visits')
    .values({
      checkin_id: visit.checkinId,
      company_id: visit.companyId,
      contact_membership_id: packId,
      visited_at: visit.visitedAt,
      is_counted: isCounted,
    })
    .execute();
  const pack = await readPack(tx, packId);
  const limit = pack.visit_limit ?? 0;
  const used = pack.visits_used + (isCounted ? 1 : 0);
  const begins = pack.first_visit_from !== null && pack.end_date === null;
  const term = packTerm({ ...toPlan(pack), validFrom: 'purchase' }, today);
  if (isCounted || begins)
    await setMembership(tx, packId, {
      visits_used: used,
      ...(isCounted && { used_up_on: used >= limit ? today : null }),
      ...(begins && { start_date: term.startDate, end_date: term.endDate, contract_end_date: term.contractEndDate }),
    });
  if (begins) {
    // A purchase that was taken back before the first visit, and paid after all, has one without days.
    await removePeriod(tx, packId, 1);
    await writeBoughtPeriods(tx, [packId]);
  }
  return Math.max(0, limit - used);
}

/**
 * Called before its check-in is deleted. A later check-in of the same visit counts instead. Without any visit, a term that began
 * with the first one is open again. Returns the visits that are left before and after; null if no pack let the person in.
 */
export async function giveBackPackVisit(tx: Tx, checkinId: string) {
  const packId = (await findVisit(tx, checkinId))?.contact_membership_id;
  if (packId === undefined) return null;
  await tx.selectFrom('contact_memberships').select('id').where('id', '=', packId).forNoKeyUpdate().execute();
  const visit = await findVisit(tx, checkinId);
  if (!visit) return null;
  await tx.deleteFrom('pack_visits').where('checkin_id', '=', checkinId).execute();
  const pack = await readPack(tx, packId);
  const others = await tx
    .selectFrom('pack_visits')
    .select(['checkin_id', 'visited_at', 'is_counted'])
    .where('contact_membership_id', '=', packId)
    .orderBy('visited_at')
    .orderBy('checkin_id')
    .execute();
  const next = others.find(({ visited_at }) => visited_at >= visit.visited_at);
  const takesOver = visit.is_counted && next !== undefined && !next.is_counted;
  if (takesOver)
    await tx.updateTable('pack_visits').set({ is_counted: true }).where('checkin_id', '=', next.checkin_id).execute();
  const used = pack.visits_used - (visit.is_counted && !takesOver ? 1 : 0);
  const term = packTerm({ ...toPlan(pack), validFrom: 'purchase' }, pack.start_date);
  const reopens = others.length === 0 && pack.first_visit_from !== null && pack.end_date === term.endDate;
  if (used < pack.visits_used || reopens)
    await setMembership(tx, packId, {
      visits_used: used,
      ...(used < pack.visits_used && { used_up_on: null }),
      ...(reopens && { start_date: pack.first_visit_from ?? pack.start_date, end_date: null, contract_end_date: null }),
    });
  if (reopens) await removePeriod(tx, packId, 1);
  const limit = pack.visit_limit ?? 0;
  return { before: limit - pack.visits_used, after: limit - used };
}

const findVisit = (tx: Tx, checkinId: string) =>
  tx.selectFrom('pack_visits').select(columns.pack_visits).where('checkin_id', '=', checkinId).executeTakeFirst();

const readPack = (tx: Tx, id: string) =>
  tx
    .selectFrom('contact_memberships')
    .select(columns.contact_memberships)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const toPlan = (pack: ContactMembershipRow) => ({
  type: pack.membership_type as PlanType,
  billingFrequency: 'one_time' as const,
  contractLengthMonths: pack.contract_length_months,
  accessDurationDays: pack.access_duration_days,
});
