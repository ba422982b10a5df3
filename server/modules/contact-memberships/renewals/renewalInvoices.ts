import { partition } from 'es-toolkit';
import { renewalsActor, type Occasion } from '#server/platform/http/actors.ts';
import { conflict } from '#server/platform/http/problem.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type InvoiceLineRow, type InvoiceRow } from '#server/platform/database/schema.ts';
import { todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { followingPeriod } from '#domain/contact-memberships/billingPeriods.ts';
import { billedTerm } from '#domain/contact-memberships/planChangeTerms.ts';
import { periodText } from '#domain/shared/dateText.ts';
import {
  closeInvoice,
  describeLines,
  invoicesRepo,
  writeInvoice,
  type SaleLine,
} from '#server/modules/invoices/index.ts';
import { emailInvoiceDue } from '#server/modules/email-queue/index.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import {
  setMembership,
  getNextPlan,
  nextPeriod,
  toTerm,
  selectUnpaidRenewals,
  type GrantedMembership,
} from '../grantedMembership.ts';
import { nameOnLine, findPayerId } from '../payer.ts';
import { writePeriod } from '../periodsRepo.ts';
import { markOverdue, applyPaidRenewal } from './renewalOutcomes.ts';
import { findRenewals, hasOpenIntent, nextPeriodUnderWay, renewalsRepo, type Renewal } from './renewalsRepo.ts';

/**
 * One invoice with a line for each of them, to the payer they have in common. They renew in the same way, have paid through the same
 * day, and their next period is at one location. A manual renewal is emailed. Undefined when another process has written it.
 */
export async function writeRenewal(
  tx: Tx,
  memberships: readonly GrantedMembership[],
  today: CalendarDate,
  now: Date,
): Promise<InvoiceRow | undefined> {
  const [first] = memberships;
  if (!first) return undefined;
  const { payments, memberships: settings } = await readCompanySettings(tx, first.company_id);
  const { retryDays, manualInvoiceDays } = payments;
  const isManual = first.renews_by === 'manual';
  const dueOn = isManual && first.end_date !== null && first.end_date > today ? first.end_date : today;
  const repo = renewalsRepo(tx);
  const billing = { chargedOn: dueOn, retryDays, ...(isManual && { invoiceDays: manualInvoiceDays }) };
  const claimed: GrantedMembership[] = [];
  for (const membership of memberships) {
    if (!(await repo.claimPeriod(membership, billing, now))) continue;
    claimed.push(membership);
    const billed = followingPeriod(billedTerm(toTerm(membership)), membership.periods_paid + 1);
    if (billed) await writePeriod(tx, membership, billed);
  }
  if (claimed.length === 0) return undefined;
  const payerId = await findPayerId(tx, first.contact_id);
  const lines = claimed.map((membership) => renewalLine(membership, payerId, today));
  const { invoice } = await writeInvoice(
    tx,
    renewalSale(first.company_id, first.next_location_id, payerId, lines),
    now,
  );
  for (const [line, membership] of claimed.entries()) await repo.setInvoice(membership, invoice.id, line);
  if (invoice.status === 'paid') {
    await applyPaidRenewal(tx, invoice, { now, actor: renewalsActor });
    return invoice;
  }
  if (!isManual) return invoice;
  for (const { id, grace_days } of claimed)
    await setMembership(tx, id, { grace_days: grace_days ?? settings.graceDays });
  await emailInvoiceDue(tx, invoice, { on: dueOn }, now);
  return invoice;
}

/** The price is the agreed one; the tax rate and the days are those of today, whatever moves the days afterwards. */
function renewalLine(membership: GrantedMembership, payerId: string, today: CalendarDate): SaleLine {
  const plan = getNextPlan(membership);
  const period = nextPeriod(membership, today);
  return {
    type: 'membership',
    item_id: plan.id,
    name: plan.name,
    description: period ? `Renewal for ${periodText(period.from, period.through)}` : 'Renewal',
    quantity: 1,
    price_cents: plan.priceCents,
    total_cents: plan.priceCents,
    member_name: nameOnLine(payerId, membership),
  };
}

const renewalSale = (companyId: string, locationId: string, contactId: string, lines: readonly SaleLine[]) => ({
  companyId,
  locationId,
  contactId,
  kind: 'renewal' as const,
  description: `${describeLines('Membership purchase', lines)} (renewal)`,
  lines,
  soldBy: renewalsActor,
});

/**
 * Takes renewals out of an unpaid invoice: it is void, and each group gets an invoice of its own with the same lines. What is in
 * no group is not billed any more. The caller holds the invoice's lock.
 */
export async function billApart(
  tx: Tx,
  invoice: InvoiceRow,
  groups: readonly (readonly Renewal[])[],
  occasion: Occasion,
): Promise<InvoiceRow[]> {
  const lines = await invoicesRepo(tx).lines(invoice.id);
  await closeInvoice(tx, invoice, { how: 'void', reason: 'Billed again without a member' }, occasion);
  const written: InvoiceRow[] = [];
  for (const group of groups) {
    const own = group.flatMap(({ line }) => lines.filter(({ position }) => position === line).map(toSaleLine));
    const sale = renewalSale(invoice.company_id, invoice.location_id, invoice.contact_id, own);
    const { invoice: row } = await writeInvoice(tx, sale, occasion.now);
    for (const [line, renewal] of group.entries()) await renewalsRepo(tx).moveTo(renewal, row.id, line);
    if (row.status === 'paid') await applyPaidRenewal(tx, row, occasion);
    else if (invoice.status === 'overdue') await markOverdue(tx, row, occasion);
    else await emailDue(tx, row, group, occasion.now);
    written.push(row);
  }
  return written;
}

/** Its day has not come: the payer gets the new invoice of a manual renewal. */
async function emailDue(tx: Tx, invoice: InvoiceRow, [first]: readonly Renewal[], now: Date): Promise<void> {
  if (first?.invoice_days == null || first.next_attempt_on === null) return;
  await emailInvoiceDue(tx, invoice, { on: first.next_attempt_on }, now);
}

const toSaleLine = ({
  invoice_id: _invoice,
  position: _position,
  company_id: _company,
  ...line
}: InvoiceLineRow): SaleLine => line;

/** False when a part is paid or a payment is under way. */
export const canBillApart = async (
  tx: Tx,
  { id, paid_cents }: Pick<InvoiceRow, 'id' | 'paid_cents'>,
): Promise<boolean> => paid_cents === 0 && !(await hasOpenIntent(tx, [id]));

/** The invoice of this membership alone: one that it shares is billed apart. The caller holds the lock of `lockMembership`. */
export async function splitOffInvoice(
  tx: Tx,
  contactMembershipId: string,
  invoice: InvoiceRow,
  occasion: Occasion,
): Promise<InvoiceRow> {
  const renewals = await findRenewals(tx, invoice.id);
  const [own, others] = partition(
    renewals,
    ({ contact_membership_id }) => contact_membership_id === contactMembershipId,
  );
  if (others.length === 0) return invoice;
  if (!(await canBillApart(tx, invoice))) throw conflict(partlyPaid);
  return (await billApart(tx, invoice, [own, others], occasion))[0] ?? invoice;
}

const partlyPaid =
  'The invoice of the household is paid in part, or a payment of it is under way. Take the rest or write it off first.';

/**
 * Voids the unpaid invoices of these periods and deletes their renewals, so that a renewal which is due after all writes a new
 * invoice. The rest of a partially paid one is written off: what was paid can be refunded. Others on the same invoice are billed
 * again without this membership. The caller holds the locks of `lockMembership`.
 */
export async function voidRenewals(
  tx: Tx,
  contactMembershipId: string,
  invoiceIds: readonly string[],
  occasion: Occasion,
): Promise<void> {
  if (invoiceIds.length === 0) return;
  const invoices = await tx
    .selectFrom('invoices')
    .select(columns.invoices)
    .where('id', 'in', invoiceIds)
    .orderBy('id')
    .execute();
  await tx
    .deleteFrom('renewals')
    .where('contact_membership_id', '=', contactMembershipId)
    .where('invoice_id', 'in', invoiceIds)
    .execute();
  for (const invoice of invoices) {
    const others = await findRenewals(tx, invoice.id);
    if (others.length > 0) {
      if (!(await canBillApart(tx, invoice))) throw conflict(partlyPaid);
      await billApart(tx, invoice, [others], occasion);
      continue;
    }
    await closeInvoice(
      tx,
      invoice,
      invoice.paid_cents > 0 ? { how: 'write-off', reason: periodCanceled } : { how: 'void' },
      occasion,
    );
  }
}

const periodCanceled = 'The membership ends before this period';

/**
 * Of a manual renewal, unless it is paid in part, so that a new one can be written. False while a payment of it is under way.
 * The caller holds the locks of `lockMembership`.
 */
export async function voidUpcomingInvoice(
  tx: Tx,
  { id, end_date, renews_by, timezone }: GrantedMembership,
  { now, actor }: Occasion,
): Promise<boolean> {
  if (renews_by !== 'manual' || end_date === null || end_date < todayIn(timezone, now)) return true;
  const unpaid = await selectUnpaidRenewals(tx, id).execute();
  if (unpaid.length === 0 || unpaid.some(({ paid_cents }) => paid_cents > 0)) return true;
  const ids = unpaid.map((invoice) => invoice.id);
  if (await hasOpenIntent(tx, ids)) return false;
  await voidRenewals(tx, id, ids, { now, actor });
  await setMembership(tx, id, { grace_days: null });
  return true;
}

/** The same, but 409 while a payment of it is under way. */
export async function requireUpcomingVoided(tx: Tx, membership: GrantedMembership, occasion: Occasion): Promise<void> {
  if (!(await voidUpcomingInvoice(tx, membership, occasion))) throw nextPeriodUnderWay;
}
