import type { Selectable } from 'kysely';
import { paidAhead } from '#domain/contact-memberships/billingPeriods.ts';
import { contractFromNow, paidDaysLeft } from '#domain/contact-memberships/planChangeTerms.ts';
import { fromCents } from '#domain/shared/money.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  columns,
  type InvoiceRow,
  type PlanChangeRow,
  type PlanChangeTable,
} from '#server/platform/database/schema.ts';
import { setMembership, lockMembership, toTerm, type GrantedMembership } from '../grantedMembership.ts';
import { hasPlanChangeUnderWay } from './planChangeUnderWay.ts';
import { voidUpcomingInvoice } from '../renewals/renewalInvoices.ts';
import { noPlannedChange } from '../renewals/renewalsRepo.ts';

/** Copied when the change was agreed. */
export type ChangedPlan = Pick<
  Selectable<PlanChangeTable>,
  'membership_id' | 'name' | 'type' | 'contract_length_months' | 'price_cents' | 'location_id' | 'contract_end_date'
>;

/** Also sets the price of the next renewals. The caller holds the locks of `lockMembership`. */
export async function applyPlan(
  tx: Tx,
  membership: GrantedMembership,
  plan: ChangedPlan,
  occasion: Occasion,
  noted: object = {},
): Promise<void> {
  await voidUpcomingInvoice(tx, membership, occasion);
  await dropGivenUpChanges(tx, membership.id);
  await setMembership(tx, membership.id, {
    membership_id: plan.membership_id,
    membership_name: plan.name,
    membership_type: plan.type,
    contract_length_months: plan.contract_length_months,
    purchase_price_cents: plan.price_cents,
    location_id: plan.location_id,
    contract_end_date: plan.contract_end_date,
    ...noPlannedChange,
  });
  await logActivity(tx, occasion.actor, {
    companyId: membership.company_id,
    action: 'contact-membership.plan-changed',
    recordId: membership.id,
    label: `${membership.contact_name}’s ${plan.name}`,
    locationId: plan.location_id,
    changes: changesBetween(
      {
        plan: membership.membership_name,
        purchasePrice: fromCents(membership.purchase_price_cents),
        contractEndDate: membership.contract_end_date,
      },
      {
        plan: plan.name,
        purchasePrice: fromCents(plan.price_cents),
        contractEndDate: plan.contract_end_date,
        ...noted,
      },
    ),
  });
}

/** The change whose price difference this invoice charges. */
export const findPlanChange = (tx: Tx, invoiceId: string) =>
  tx.selectFrom('plan_changes').select(columns.plan_changes).where('invoice_id', '=', invoiceId).executeTakeFirst();

/**
 * Repeated, it changes nothing. One that was given up and is paid after all is applied unless something newer came in between. False
 * when the money changes no plan.
 */
export async function planDifferencePaid(tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<boolean> {
  const { contact_membership_id: contactMembershipId } = (await findPlanChange(tx, invoice.id)) ?? {};
  const membership = contactMembershipId && (await lockMembership(tx, contactMembershipId, occasion.now));
  // Again under the lock: a newer change may have dropped it.
  const planChange = await findPlanChange(tx, invoice.id);
  if (!membership || !planChange) return false;
  if (planChange.applied_at !== null) return true;
  if (invoice.status === 'void' && (await isOvertaken(tx, membership, planChange, occasion.now))) {
    await tx.deleteFrom('plan_changes').where('invoice_id', '=', invoice.id).execute();
    return false;
  }
  await applyPlan(tx, membership, { ...planChange, contract_end_date: contractEnd(membership, planChange) }, occasion);
  await tx.updateTable('plan_changes').set({ applied_at: occasion.now }).where('invoice_id', '=', invoice.id).execute();
  return true;
}

/** Drops changes that no payment counts for any more: their invoices are void. */
const dropGivenUpChanges = (tx: Tx, contactMembershipId: string) =>
  tx
    .deleteFrom('plan_changes')
    .where('contact_membership_id', '=', contactMembershipId)
    .where('applied_at', 'is', null)
    .where('invoice_id', 'in', tx.selectFrom('invoices').select('id').where('status', '=', 'void'))
    .execute();

/** The days that it was to charge for are over, or another change or an end was agreed since. */
async function isOvertaken(
  tx: Tx,
  membership: GrantedMembership,
  { created_at }: PlanChangeRow,
  now: Date,
): Promise<boolean> {
  const { id, end_date, planned_membership_id, cancels_on, timezone } = membership;
  if (planned_membership_id !== null || cancels_on !== null || end_date === null) return true;
  if (end_date < todayIn(timezone, now) || (await hasPlanChangeUnderWay(tx, id))) return true;
  const renewed = tx
    .selectFrom('renewals')
    .select('period')
    .where('contact_membership_id', '=', id)
    .where('status', '=', 'paid')
    .where('updated_at', '>=', created_at);
  return (await renewed.executeTakeFirst()) !== undefined;
}

/** The agreed end, moved by the freezes since. */
function contractEnd(membership: GrantedMembership, { type, contract_length_months, created_at }: PlanChangeRow) {
  const term = toTerm(membership);
  if (term.endDate === null) return null;
  const paid = { ...term, endDate: term.endDate };
  const ahead = paidAhead(paid, paidDaysLeft(paid, todayIn(membership.timezone, created_at)));
  const plan = { type, contractLengthMonths: contract_length_months, billingFrequency: term.billingFrequency };
  return contractFromNow(paid, plan, ahead);
}
