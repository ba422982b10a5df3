import type { Selectable } from 'kysely';
import { paidAhead } from '#domain/contact-memberships/billingPeriods.ts';
import { contractFromNow, paidDaysLeft } from '#domain/contact-memberships/planChangeTerms.ts';
import { fromCents } from '#domain/shared/money.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  columns,
  type InvoiceRow,
  type PlanChangeRow,
  type PlanChangeTable,
} from '#server/platform/database/schema.ts';
import { changeMembership, lockMembership, toTerm, type GrantedMembership } from './grantedMembership.ts';
import { voidUpcomingInvoice } from './renewalInvoices.ts';
import { noPlannedChange } from './renewalsRepo.ts';

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
  now: Date,
  actor: Actor,
  more: object = {},
): Promise<void> {
  await voidUpcomingInvoice(tx, membership, todayIn(membership.timezone, now), now, actor);
  await changeMembership(tx, membership.id, {
    membership_id: plan.membership_id,
    membership_name: plan.name,
    membership_type: plan.type,
    contract_length_months: plan.contract_length_months,
    purchase_price_cents: plan.price_cents,
    location_id: plan.location_id,
    contract_end_date: plan.contract_end_date,
    ...noPlannedChange,
  });
  await logActivity(tx, actor, {
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
      { plan: plan.name, purchasePrice: fromCents(plan.price_cents), contractEndDate: plan.contract_end_date, ...more },
    ),
  });
}

/** The change whose price difference this invoice charges. */
export const findPlanChange = (tx: Tx, invoiceId: string) =>
  tx.selectFrom('plan_changes').select(columns.plan_changes).where('invoice_id', '=', invoiceId).executeTakeFirst();

/** Repeated, it changes nothing. */
export async function planDifferencePaid(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void> {
  const planChange = await findPlanChange(tx, invoice.id);
  if (!planChange || planChange.applied_at !== null) return;
  const membership = await lockMembership(tx, planChange.contact_membership_id, now);
  if (!membership) return;
  await applyPlan(
    tx,
    membership,
    { ...planChange, contract_end_date: contractEnd(membership, planChange) },
    now,
    actor,
  );
  await tx.updateTable('plan_changes').set({ applied_at: now }).where('invoice_id', '=', invoice.id).execute();
}

/** As it was agreed, moved by the freezes since. */
function contractEnd(membership: GrantedMembership, { type, contract_length_months, created_at }: PlanChangeRow) {
  const term = toTerm(membership);
  if (term.endDate === null) return null;
  const paid = { ...term, endDate: term.endDate };
  const ahead = paidAhead(paid, paidDaysLeft(paid, todayIn(membership.timezone, created_at)));
  const plan = { type, contractLengthMonths: contract_length_months, billingFrequency: term.billingFrequency };
  return contractFromNow(paid, plan, ahead);
}
