import { sql, type RawBuilder } from 'kysely';
import { periodBounds, type ReportPeriod } from '#domain/rules/reportPeriods.ts';

export interface ReportLocation {
  readonly id: string;
  readonly timezone: string;
}

/**
 * The days of a period at each location, as a query of `location_id, timezone, first_day, last_day, since, before`. The
 * bounds are each location's own midnights.
 */
export function windowsOf(locations: readonly ReportLocation[], ...periods: readonly ReportPeriod[]): RawBuilder<unknown> {
  const windows = periods.flatMap((period) => locations.map(({ id, timezone }) => ({ id, timezone, ...period, ...periodBounds(timezone, period) })));
  const rows = windows.map(({ id, timezone, from, to, since, before }) => ({
    location_id: id,
    timezone,
    first_day: from,
    last_day: to,
    since: since.toISOString(),
    before: before.toISOString(),
  }));
  return sql`select location_id, timezone, first_day, last_day, since, before from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as w (location_id uuid, timezone text, first_day date, last_day date, since timestamptz, before timestamptz)`;
}

/**
 * Money that came in and went back, as `(invoice_id, method, name, at, money_in, refunded)`. A refund is a row of its own. A
 * payment that says itself that it was refunded came in, and went back when it was last changed.
 */
export const moneyMoved = sql`(
  select p.invoice_id, p.method, p.other_method as name, p.created_at as at, p.amount_cents as money_in, 0 as refunded
    from payments p where p.status = 'completed' or ${wasRefundedWhole()}
  union all
  select p.invoice_id, p.method, p.other_method, case when ${wasRefundedWhole()} then p.updated_at else p.created_at end, 0, p.amount_cents
    from payments p where p.status = 'refunded')`;

function wasRefundedWhole() {
  return sql`(p.status = 'refunded' and p.stripe_refund_id is null and p.stripe_payment_intent_id is not null)`;
}

/** When the invoice `i` was voided or written off. */
export const closedAt = sql`coalesce((
  select max(a.at) from activity a where a.record_id = i.id and a.action in ('invoice.voided', 'invoice.written-off')), i.updated_at)`;
