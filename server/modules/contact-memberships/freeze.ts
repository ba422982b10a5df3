import { v7 as uuid } from 'uuid';
import { sql } from 'kysely';
import type { FreezeBody, FreezeUpdateBody } from '#domain/contact-memberships/actionsContract.ts';
import {
  endsBeforeItBegins,
  freezeChangeRefusal,
  freezeRefusal,
  frozenDays,
  lastFrozenDay,
  longestUntil,
  plannedFreezeRefusal,
  shiftedEnd,
  type Freeze,
} from '#domain/contact-memberships/freezes.ts';
import { badRequest, conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { emailFreeze } from '#server/modules/email-queue/index.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import { type PaymentContext, runPerCompany } from '#server/modules/stripe/index.ts';
import {
  changeFreeze,
  setMembership,
  moveEnds,
  toTerm,
  selectUnpaidRenewals,
  lockMembership,
  membershipLocation,
} from './grantedMembership.ts';
import { billFreezeFee } from './freezeFees.ts';
import { voidRenewals } from './renewals/renewalInvoices.ts';
import { requireNoOpenIntent } from './renewals/renewalsRepo.ts';
import { requireManager, requireNotCanceled, requireRunning, type MembershipChange } from './membershipChange.ts';

export async function addFreeze(change: MembershipChange, { from, until, reason, waiveFee, override }: FreezeBody) {
  const { tx, membership, scope, now, today } = change;
  if (override || waiveFee) requireManager(change);
  if (membership.billing_frequency === 'one_time') throw conflict('A one-time membership cannot be frozen');
  requireNotCanceled(change);
  requireRunning(change, 0);
  if (from < today) throw badRequest(startPast, { from: startPast });
  const { memberships: limits } = await readCompanySettings(tx, membership.company_id);
  const freeze: Freeze = { from, until, longestUntil: until ?? longestUntil(from, limits) };
  const refusal = freezeRefusal(freeze, toTerm(membership), override ? null : limits);
  if (refusal) throw conflict(refusal);
  const row = {
    id: uuid(),
    company_id: membership.company_id,
    contact_membership_id: membership.id,
    from_day: from,
    until_day: until,
    longest_until: freeze.longestUntil,
    reason,
    fee_cents: waiveFee ? 0 : limits.freezeFeeCents,
    created_by: scope.user.userId,
    created_at: now,
  };
  if (from === membership.end_date) await withdrawNextPeriod(change);
  await tx.insertInto('membership_freezes').values(row).execute();
  if (until !== null) await moveEnds(tx, membership, [], [freeze]);
  await emailFreeze(tx, membership, { freezeId: row.id }, now);
  // The fee of a planned freeze is billed on its first day.
  const isBilled = row.fee_cents > 0 && from === today;
  return {
    message: 'Freeze saved',
    reason,
    ...(isBilled && { invoice: await billFreezeFee(tx, membership, row, { now, actor: scope.actor }) }),
  };
}

/**
 * The card was asked on the last paid day for the period that now begins after the frozen days: it is billed again on the day that is
 * the last one then. What is paid in part stays, and the invoice of a manual renewal is due later by itself.
 */
async function withdrawNextPeriod({ tx, membership, scope, now }: MembershipChange): Promise<void> {
  const unpaid = await selectUnpaidRenewals(tx, membership.id).execute();
  const ids = unpaid
    .filter(({ status, paid_cents }) => paid_cents === 0 && (status === 'overdue' || membership.renews_by === 'card'))
    .map(({ id }) => id);
  if (ids.length === 0) return;
  await requireNoOpenIntent(tx, ids);
  await voidRenewals(tx, membership.id, ids, { now, actor: scope.actor });
  await setMembership(tx, membership.id, { grace_days: null });
}

const startPast = 'A freeze cannot begin in the past';

/** A freeze that has begun may end on any day from today on, however short it is then, unless a planned one needs its days. */
export async function changeFreezeEnd(
  change: MembershipChange,
  freezeId: string,
  { until, override }: FreezeUpdateBody,
) {
  const { tx, membership, now, today } = change;
  const freeze = membership.freezes.find(({ id }) => id === freezeId) ?? raise(notFound('Freeze'));
  if (lastFrozenDay(freeze) < today) throw conflict('This freeze has ended');
  if (override) requireManager(change);
  if (until === null) requireNotCanceled(change);
  if (until !== null && until < freeze.from) throw badRequest(endsBeforeItBegins, { until: endsBeforeItBegins });
  if (until !== null && until < today) throw badRequest(endPast, { until: endPast });
  const { memberships: limits } = await readCompanySettings(tx, membership.company_id);
  const changed: Freeze = { from: freeze.from, until, longestUntil: until ?? longestUntil(freeze.from, limits) };
  const others = membership.freezes.filter(({ id }) => id !== freezeId);
  const asked = { freeze, changed, others, endDate: membership.end_date };
  const refusal = freezeChangeRefusal(asked, override ? null : limits, today);
  if (refusal) throw conflict(refusal);
  await changeFreeze(tx, freeze.id, { until_day: until, longest_until: changed.longestUntil });
  await moveEnds(tx, membership, [freeze], [changed]);
  await emailFreeze(tx, membership, { freezeId: freeze.id, isChanged: true }, now);
  return { message: 'Freeze saved' };
}

const endPast = 'A freeze cannot end before today';

export async function removeFreeze(change: MembershipChange, freezeId: string) {
  const { tx, membership, today, now } = change;
  const freeze = membership.freezes.find(({ id }) => id === freezeId) ?? raise(notFound('Freeze'));
  if (freeze.from <= today) throw conflict('This freeze has begun. Change its last day instead.');
  const others = membership.freezes.filter(({ id }) => id !== freezeId);
  const days = frozenDays([freeze]);
  const refusal = plannedFreezeRefusal(others, shiftedEnd(membership.end_date, -days), today);
  if (refusal) throw conflict(refusal);
  await tx.deleteFrom('membership_freezes').where('id', '=', freeze.id).execute();
  await moveEnds(tx, membership, [freeze], []);
  await emailFreeze(tx, membership, { freezeId: freeze.id, removedFrom: freeze.from }, now);
  return { message: 'Freeze removed' };
}

/** Ends open freezes that have run out: `lockMembership` does it. Readers of a membership count them as ended already. */
export async function endFreezes(context: PaymentContext, signal?: AbortSignal): Promise<unknown[]> {
  const { database, clock } = context;
  const { rows } = await database.acrossCompanies((tx) => endedFreezes(clock()).execute(tx));
  return runPerCompany(context, {
    rows,
    signal,
    work: async ({ company_id, id }) =>
      void (await database.scoped([company_id], (tx) => lockMembership(tx, id, clock()))),
  });
}

/** Ended by the clock of their location. */
const endedFreezes = (now: Date) => sql<{ company_id: string; id: string }>`
  select distinct f.company_id, f.contact_membership_id as id
    from membership_freezes f
    join contact_memberships m on m.id = f.contact_membership_id
    join contacts c on c.id = m.contact_id
    join locations l on l.id = ${membershipLocation}
   where f.until_day is null and f.longest_until <= (${now}::timestamptz at time zone 'UTC')::date + 1
     and f.longest_until < (${now}::timestamptz at time zone l.timezone)::date`;
