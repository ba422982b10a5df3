import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate } from '#domain/shared/dates.ts';

interface Days {
  /** The day before the first one, as a date in SQL. */
  readonly after: RawBuilder<unknown>;
  readonly until: CalendarDate | RawBuilder<unknown>;
  /** Whoever has their last day today, by their location's calendar, is still a member, and has left once the day is over. Without it every day is over. */
  readonly now?: Date;
  /** A condition on the history `h`. */
  readonly whose?: RawBuilder<unknown>;
}

/**
 * A query of `company_id, day, from_locations, to_locations, people, from_cents, to_cents`: how many people were members at other
 * locations than the day before, and the monthly price (cents) of the memberships that were to renew at others or for another
 * price. Overlapping memberships of a person are one. Only people with a change within the days are read.
 */
export const selectMemberMoves = ({ after, until, now, whose = sql`true` }: Days): RawBuilder<unknown> => {
  const isWithin = changesIn({ after, until });
  return sql`
    with ${withStays(sql`${whose} and (${isWithin(sql`h.since`)} or ${isWithin(sql`h.through`)} or ${isWithin(sql`h.renews_until`)})`, now)},
    edges as (
      select contact_id, begins as day from stays where ${isWithin(sql`begins`)}
      union
      select contact_id, ends from stays where ends < 'infinity' and ${isWithin(sql`ends`)}),
    prices as (
      select t.company_id, t.location_id, t.since, t.renews_until, t.cents, lag(t.renews_until) over of_term = t.since as goes_on,
             lag(t.location_id) over of_term as location_before, lag(t.cents) over of_term as cents_before,
             lead(t.since) over of_term is not distinct from t.renews_until as is_followed
        from terms t where t.since < t.renews_until window of_term as (partition by t.id order by t.since)),
    moves as (
      select s.company_id, e.day,
             array_agg(s.location_id order by s.location_id) filter (where s.begins < e.day and s.ends >= e.day) as from_locations,
             array_agg(s.location_id order by s.location_id) filter (where s.begins <= e.day and s.ends > e.day) as to_locations,
             1 as people, 0 as from_cents, 0 as to_cents
        from edges e join stays s on s.contact_id = e.contact_id group by s.company_id, e.contact_id, e.day
      union all
      select company_id, since, case when goes_on then array[location_before] end, array[location_id], 0, case when goes_on then cents_before else 0 end, cents
        from prices where ${isWithin(sql`since`)}
      union all
      select company_id, renews_until, array[location_id], null, 0, cents, 0
        from prices where not is_followed and renews_until < 'infinity' and ${isWithin(sql`renews_until`)})
    select company_id, day, coalesce(from_locations, '{}') as from_locations, coalesce(to_locations, '{}') as to_locations,
           sum(people)::int as people, sum(from_cents)::bigint as from_cents, sum(to_cents)::bigint as to_cents
      from moves group by 1, 2, 3, 4`;
};

/**
 * As a query of `contact_id, day, from_locations, to_locations, reason`: who was no longer a member at a location, from this day on, and
 * why. Like `selectMemberMoves` of people.
 */
export const selectLeavers = ({ after, until, now }: Omit<Days, 'whose'>): RawBuilder<unknown> => {
  const isWithin = changesIn({ after, until });
  return sql`
    with ${withStays(sql`${isWithin(sql`h.through`)} or ${isWithin(sql`h.since`)} and ${isMove}`, now)},
    leavers as (
      select e.contact_id, e.ends as day,
             array_agg(s.location_id) filter (where s.begins < e.ends and s.ends >= e.ends) as from_locations,
             coalesce(array_agg(s.location_id) filter (where s.begins <= e.ends and s.ends > e.ends), '{}') as to_locations
        from (select distinct contact_id, ends from stays where ends < 'infinity' and ${isWithin(sql`ends`)}) as e
        join stays s on s.contact_id = e.contact_id
       group by e.contact_id, e.ends),
    last_terms as (
      select distinct on (t.contact_id, t.through) t.contact_id, t.through, t.id from terms t order by t.contact_id, t.through, t.since desc, t.id)
    select l.contact_id, l.day, l.from_locations, l.to_locations,
           case when l.to_locations <> '{}' then 'elsewhere'
                when m.cancels_on <= l.day then coalesce(m.cancel_reason, 'other')
                when exists (select from renewals n where n.contact_membership_id = m.id and n.status in ('declined', 'given_up')) then 'card_declined'
                else 'not_renewed' end as reason
      from leavers l
      left join last_terms t on t.contact_id = l.contact_id and t.through = l.day
      left join contact_memberships m on m.id = t.id`;
};

/** With the row `h` of its history the membership goes on, maybe at another location. */
const isMove = sql`exists (select from membership_history b where b.contact_membership_id = h.contact_membership_id and b.since < h.since)`;

const changesIn =
  ({ after, until }: Pick<Days, 'after' | 'until'>) =>
  (day: RawBuilder<unknown>) =>
    sql`${day} > ${after} and ${day} <= ${until}::date`;

/** The people whose history `h` is so, their memberships' terms, and how long these make them members at a location, without gaps. */
const withStays = (isSo: RawBuilder<unknown>, now: Date | undefined) => sql`
    people as materialized (
      select distinct m.contact_id
        from membership_history h join contact_memberships m on m.id = h.contact_membership_id
       where ${isSo}),
    terms as materialized (
      select t.company_id, t.id, m.contact_id, t.location_id, t.since, least(t.renews_until, t.next) as renews_until, t.cents,
             case when t.through = (${now ?? null}::timestamptz at time zone l.timezone)::date and (t.next is null or t.next > t.through) and c.archived_at is null
                  then t.through + 1 else least(t.through, t.next) end as through
        from (select h.company_id, h.contact_membership_id as id, h.location_id, h.since, h.through, h.renews_until, h.monthly_cents as cents,
                     lead(h.since) over (partition by h.contact_membership_id order by h.since) as next
                from membership_history h
               where h.contact_membership_id in (select m.id from people p join contact_memberships m on m.contact_id = p.contact_id)) as t
        join contact_memberships m on m.id = t.id
        join contacts c on c.id = m.contact_id
        left join locations l on l.id = t.location_id),
    stays as materialized (
      select s.company_id, s.contact_id, s.location_id, lower(s.stay) as begins, upper(s.stay) as ends
        from (select t.company_id, t.contact_id, t.location_id, unnest(range_agg(daterange(t.since, t.through))) as stay
                from terms t where t.since < t.through group by 1, 2, 3) as s)`;
