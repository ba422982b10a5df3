import { isEqual } from 'es-toolkit';
import { sql } from 'kysely';
import type { BilledPeriod } from '#domain/contact-memberships/billingPeriods.ts';
import { movePeriods } from '#domain/contact-memberships/endedTerm.ts';
import type { Freeze } from '#domain/contact-memberships/freezes.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** The first one first. Who changes them holds the membership's lock. */
export const readPeriods = (tx: Tx, contactMembershipId: string): Promise<BilledPeriod[]> =>
  tx
    .selectFrom('membership_periods')
    .select(['period', 'last_day as lastDay', 'days', 'access_ended_on as accessEndedOn'])
    .where('contact_membership_id', '=', contactMembershipId)
    .orderBy('period')
    .execute();

interface BilledMembership {
  readonly id: string;
  readonly company_id: string;
}

/** In the place of one with the same number, which may have been billed and is void. */
export function writePeriod(tx: Tx, { id, company_id }: BilledMembership, period: BilledPeriod): Promise<unknown> {
  const change = { last_day: period.lastDay, days: period.days, access_ended_on: period.accessEndedOn };
  return tx
    .insertInto('membership_periods')
    .values({ company_id, contact_membership_id: id, period: period.period, ...change })
    .onConflict((conflict) => conflict.columns(['contact_membership_id', 'period']).doUpdateSet(change))
    .execute();
}

/** The period that was bought, once a membership is granted. Granted again, it keeps the one it had, with its access. */
export const writeBoughtPeriods = (tx: Tx, contactMembershipIds: readonly string[]): Promise<unknown> =>
  sql`
    insert into membership_periods (company_id, contact_membership_id, period, last_day, days)
    select company_id, id, 1, end_date, end_date - start_date + 1 from contact_memberships
     where id = any (${[...contactMembershipIds]}::uuid[]) and end_date is not null
    on conflict (contact_membership_id, period) do update set access_ended_on = null`.execute(tx);

export const removePeriod = (tx: Tx, contactMembershipId: string, period: number): Promise<unknown> =>
  tx
    .deleteFrom('membership_periods')
    .where('contact_membership_id', '=', contactMembershipId)
    .where('period', '=', period)
    .execute();

/** When freezes change from these to those. */
export async function moveStoredPeriods(
  tx: Tx,
  membership: BilledMembership,
  before: readonly Freeze[],
  after: readonly Freeze[],
): Promise<void> {
  const stored = await readPeriods(tx, membership.id);
  for (const [index, period] of movePeriods(stored, before, after).entries())
    if (!isEqual(period, stored[index])) await writePeriod(tx, membership, period);
}

/** Their access ends on this day, if it has not ended before. */
export const endPeriods = (tx: Tx, contactMembershipId: string, day: CalendarDate): Promise<unknown> =>
  tx
    .updateTable('membership_periods')
    .set({ access_ended_on: day })
    .where('contact_membership_id', '=', contactMembershipId)
    .where('last_day', '>', day)
    .where((row) => row.or([row('access_ended_on', 'is', null), row('access_ended_on', '>', day)]))
    .execute();
