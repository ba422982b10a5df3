import { sql } from 'kysely';
import { isRepeatedVisit } from '#domain/contact-memberships/primaryMembership.ts';
import type { AccessHours } from '#domain/doors/accessHours.ts';
import { settingsDefaults, type Reentry } from '#domain/settings/companySettings.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { repeatMinutesMax } from '#domain/shared/limits.ts';
import {
  freezesOfMembership,
  isNextPlanArchived,
  termColumns,
  toStoredTerm,
  type TermRow,
} from '#server/modules/contact-memberships/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';
import type { StoredMembership } from '#domain/checkins/checkinDecision.ts';

interface Moment {
  readonly at: Date;
  /** The location's today. */
  readonly today: string;
  /** Reported later: what happened after it is known, and does not count. */
  readonly isLate: boolean;
}

interface Visitor {
  readonly firstName: string;
  readonly name: string;
  readonly heldMemberships: StoredMembership[];
  /** It names the membership that let them in, and the pack if one did. */
  readonly lastVisit: LastVisit | null;
  readonly block: { readonly reason: string; readonly until: string | null } | null;
  readonly cameInAt: Date | null;
  readonly repeatMinutes: number;
  readonly reentry: Reentry;
  readonly reentryMinutes: number;
}

interface LastVisit {
  readonly checkinTime: Date;
  readonly locationName: string;
  readonly packId: string | null;
  readonly membershipId: string | null;
}

const { repeatMinutes, reentry, reentryMinutes } = settingsDefaults.checkins;

export const visitorsRepo = (tx: Tx) => ({
  /** Lasts until the end of the transaction. */
  lock: (contactId: string) => lockUntilCommit(tx, `visits of ${contactId}`),

  /** Undefined when the company does not have this contact. */
  async one(contactId: string, companyId: string, moment: Moment): Promise<Visitor | undefined> {
    const rows = await tx
      .selectFrom('contacts as c')
      .leftJoin('company_settings as s', 's.company_id', 'c.company_id')
      .leftJoin('contact_memberships as m', (join) =>
        join.onRef('m.contact_id', '=', 'c.id').on('m.granted_at', 'is not', null),
      )
      .leftJoin('memberships as p', 'p.id', 'm.membership_id')
      .select(['c.first_name', 'c.last_name', 's.checkins'])
      .select(heldColumns)
      .select(freezesOfMembership.as('freezes'))
      .select(isNextPlanArchived.as('is_next_plan_archived'))
      .select(hoursOfPlan.as('hours'))
      .select([lastVisit(moment).as('last_visit'), block(moment).as('block'), cameInAt(moment).as('came_in_at')])
      .where('c.id', '=', contactId)
      .where('c.company_id', '=', companyId)
      .where('c.archived_at', 'is', null)
      .execute();
    const [first] = rows;
    if (!first) return undefined;
    const { first_name, last_visit, came_in_at, checkins } = first;
    return {
      firstName: first_name,
      name: fullName(first),
      heldMemberships: rows.flatMap((row) => toHeldMembership(row) ?? []),
      lastVisit: last_visit && { ...last_visit, checkinTime: new Date(last_visit.checkinTime) },
      block: first.block,
      cameInAt: came_in_at,
      repeatMinutes,
      reentry,
      reentryMinutes,
      ...(checkins as Partial<Pick<Visitor, 'repeatMinutes' | 'reentry' | 'reentryMinutes'>> | null),
    };
  },

  /** The visits of a day that count, by the membership that let them in. */
  async visitsOfDay(
    contactId: string,
    { from, before }: { readonly from: Date; readonly before: Date },
    minutes: number,
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await tx
      .selectFrom('checkins')
      .select(['contact_membership_id', 'checkin_time'])
      .where('contact_id', '=', contactId)
      .where('access_granted', '=', true)
      .where('checkin_time', '>=', new Date(from.getTime() - repeatMinutesMax * 60_000))
      .where('checkin_time', '<', before)
      .orderBy('checkin_time')
      .execute();
    const visits = new Map<string, number>();
    for (const [index, { contact_membership_id: id, checkin_time: time }] of rows.entries()) {
      const previous = rows[index - 1];
      const isCounted = !previous || !isRepeatedVisit(previous.checkin_time, time, minutes);
      if (id !== null && isCounted && time >= from) visits.set(id, (visits.get(id) ?? 0) + 1);
    }
    return visits;
  },
});

/** What is held of the plan `p`, beside the freezes and `hoursOfPlan`. */
export const heldColumns = ['m.id', ...termColumns, 'p.visits_per_day'] as const;

type HeldRow = { readonly [Column in keyof TermRow]: TermRow[Column] | null } & {
  readonly id: string | null;
  readonly visits_per_day: number | null;
  readonly hours: AccessHours[] | null;
};

/** Null for the row of a contact without a membership. */
export const toHeldMembership = (row: HeldRow): StoredMembership | null =>
  row.id === null
    ? null
    : { ...toStoredTerm(row as TermRow), id: row.id, hours: row.hours ?? [], visitsPerDay: row.visits_per_day };

export const hoursOfPlan = sql<AccessHours[] | null>`(
  select jsonb_agg(jsonb_build_object('weekdays', h.weekdays, 'from', h.from_minute, 'to', h.to_minute))
    from access_hours h where h.membership_id = m.membership_id)`;

/** For a visit that is reported later, this is the nearest one: a later one may have counted the same visit already. */
const lastVisit = ({ at, isLate }: Moment) =>
  sql<(Omit<LastVisit, 'checkinTime'> & { checkinTime: string }) | null>`(
  select jsonb_build_object('checkinTime', k.checkin_time, 'locationName', l.name, 'packId', v.contact_membership_id,
           'membershipId', k.contact_membership_id)
    from checkins as k join locations as l on l.id = k.location_id left join pack_visits as v on v.checkin_id = k.id
   where k.contact_id = c.id and k.access_granted
     and ${isLate ? sql`k.checkin_time between ${at}::timestamptz - interval '1 day' and ${at}::timestamptz + interval '1 day'` : sql`true`}
   order by ${isLate ? sql`abs(extract(epoch from k.checkin_time - ${at}::timestamptz))` : sql`k.checkin_time desc`} limit 1)`;

const block = ({ at, today }: Moment) =>
  sql<Visitor['block']>`(
  select jsonb_build_object('reason', b.reason, 'until', b.until_day)
    from contact_blocks as b
   where b.contact_id = c.id and b.created_at <= ${at}::timestamptz and (b.until_day is null or b.until_day >= ${today}::date)
   order by b.until_day desc nulls first, b.created_at limit 1)`;

/** Null once they have gone out. */
const cameInAt = ({ at, isLate }: Moment) =>
  sql<Date | null>`(
  select case g.type when 'entry' then g.at end
    from door_log as g
   where g.contact_id = c.id and g.access_granted and ${isLate ? sql`g.at <= ${at}::timestamptz` : sql`true`}
   order by g.at desc limit 1)`;
