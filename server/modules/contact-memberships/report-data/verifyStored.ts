import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { selectMemberMoves } from './memberMoves.ts';
import { paidPeriodColumns, selectPaidPeriods } from './paidPeriods.ts';

const longestMs = 10 * 60_000;

export interface StoredDifference {
  /** A sentence without its period. */
  readonly detail: string;
  /** Positive when more is stored than should be. */
  readonly cents: number;
  readonly membershipId: string | null;
  readonly invoiceId: string | null;
}

/**
 * Compares all that is stored of a company's memberships for reports with what it was computed from. Days that were reopened, and
 * paid periods of memberships that changed since, are not read by reports either. Each is one statement, so it sees one moment.
 */
export async function verifyStored(tx: Tx, companyId: string): Promise<StoredDifference[]> {
  await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
  return [...(await verifyDays(tx, companyId)), ...(await verifyPeriods(tx, companyId))];
}

async function verifyDays(tx: Tx, companyId: string): Promise<StoredDifference[]> {
  const through = sql`(select f.through from finished_days f where f.company_id = ${companyId} and f.subject = 'memberships')`;
  const columns = sql`day, from_locations, to_locations, people, from_cents, to_cents`;
  const { rows } = await sql<{ day: string; cents: number }>`
    with stored as (select ${columns} from member_day_sums where company_id = ${companyId} and day <= ${through}),
    computed as (
      select ${columns}
        from (${selectMemberMoves({ after: sql`'-infinity'::date`, until: through, whose: sql`h.company_id = ${companyId}` })}) as moves),
    differing as (
      select ${columns}, 1 as sign from (table stored except all table computed) as s
      union all
      select ${columns}, -1 from (table computed except all table stored) as c)
    select day::text, sum(sign * (to_cents - from_cents))::float8 as cents from differing group by differing.day order by differing.day`.execute(
    tx,
  );
  return rows.map(({ day, cents }) => ({
    detail: `The stored changes of members on ${day} are not those of their history`,
    cents,
    membershipId: null,
    invoiceId: null,
  }));
}

async function verifyPeriods(tx: Tx, companyId: string): Promise<StoredDifference[]> {
  const isCurrent = sql`not in (select o.contact_membership_id from outdated_paid_periods o where o.company_id = ${companyId})`;
  const { rows } = await sql<{ id: string; invoiceId: string; cents: number }>`
    with stored as (select ${paidPeriodColumns} from paid_periods where company_id = ${companyId} and contact_membership_id ${isCurrent}),
    computed as (
      select ${paidPeriodColumns} from (${selectPaidPeriods(sql`m.company_id = ${companyId} and m.id ${isCurrent}`)}) as p),
    differing as (
      select contact_membership_id, invoice_id, cents, 1 as sign from (table stored except all table computed) as s
      union all
      select contact_membership_id, invoice_id, cents, -1 from (table computed except all table stored) as c)
    select contact_membership_id as id, (array_agg(invoice_id))[1] as "invoiceId", sum(sign * cents)::float8 as cents from differing group by 1 order by 1`.execute(
    tx,
  );
  return rows.map(({ id, invoiceId, cents }) => ({
    detail: 'The stored paid periods of a membership are not those of its invoices',
    cents,
    membershipId: id,
    invoiceId,
  }));
}
