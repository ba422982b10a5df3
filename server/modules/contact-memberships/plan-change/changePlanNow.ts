import { v7 as uuid } from 'uuid';
import type {
  ContactMembershipResponse,
  PlanChangeBody,
  PlanChangePreview,
  PlanChangeQuery,
} from '#domain/contact-memberships/actionsContract.ts';
import { paidAhead } from '#domain/contact-memberships/billingPeriods.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { periodText } from '#domain/shared/dateText.ts';
import { freezeOn } from '#domain/contact-memberships/freezes.ts';
import { fromCents, toCents } from '#domain/shared/money.ts';
import { cardMethod, paymentMethodRules } from '#domain/invoices/paymentMethods.ts';
import { computeTotals } from '#domain/invoices/totals.ts';
import { contractFromNow, paidDaysLeft, planDifferenceCents } from '#domain/contact-memberships/planChangeTerms.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import { idOfKey, onceInSteps, type FirstStep, type IdempotencyKey } from '#server/platform/http/idempotency.ts';
import { conflict, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { findLocationWithPlan, lockMembership, toTerm, type GrantedMembership } from '../grantedMembership.ts';
import {
  awaitPayment,
  beginCardPayment,
  bookDeskPayment,
  declined,
  describeLines,
  invoicesRepo,
  lockInvoice,
  markVoid,
  payByCard,
  findPaymentRow,
  readImportedCard,
  toInvoice,
  writeInvoice,
} from '#server/modules/invoices/index.ts';
import { findKnownCard, findSavedCard, findStripeAccount, stripeMissing } from '#server/modules/stripe/index.ts';
import { applyPlan, type ChangedPlan } from './applyPlanChange.ts';
import { requireOtherMethod } from '#server/modules/settings/index.ts';
import { findMembership, requireManager, type MembershipChange, type MembershipPath } from '../membershipChange.ts';
import { requireChangeable, type ChangeSubject } from './changePlan.ts';
import { voidUpcomingInvoice } from '../renewals/renewalInvoices.ts';
import { findPayerKey, nameOnLine, findPayerId } from '../payer.ts';
import { contactMembershipsRepo, toContactMembership } from '../repo.ts';

/** The preview shows it and the change applies it. The difference is billed where the new plan is. */
async function planNow(subject: ChangeSubject, { membershipId, waiveDifference = false }: PlanChangeQuery) {
  const { membership, today } = subject;
  const { billing_frequency, purchase_price_cents, freezes } = membership;
  const { plan, terms, endDate } = await requireChangeable(subject, membershipId);
  if (terms.billingFrequency !== billing_frequency)
    throw conflict('Only a plan with the same billing frequency can start now. Change to this one at renewal.');
  if (plan.price_cents < purchase_price_cents)
    throw conflict('A lower price can only start at renewal. Change to this plan at renewal.');
  if (freezeOn(freezes, today))
    throw conflict('The membership is frozen. End the freeze, or change the plan at renewal.');
  const term = { ...toTerm(membership), endDate };
  const ahead = paidAhead(term, paidDaysLeft(term, today));
  const from = today > membership.start_date ? today : membership.start_date;
  const subtotal = waiveDifference ? 0 : planDifferenceCents(purchase_price_cents, plan.price_cents, ahead);
  const changed: ChangedPlan = {
    membership_id: plan.id,
    name: plan.name,
    type: terms.type,
    contract_length_months: terms.type === 'contract' ? (terms.contractLengthMonths ?? null) : null,
    price_cents: plan.price_cents,
    location_id: plan.location_id,
    contract_end_date: contractFromNow(term, terms, ahead),
  };
  return {
    plan: changed,
    subtotal,
    days: periodText(from, endDate),
    location: await findLocationWithPlan(subject.tx, membership.id, plan.location_id),
  };
}

export async function previewPlanNow(subject: ChangeSubject, query: PlanChangeQuery): Promise<PlanChangePreview> {
  const { plan, subtotal, location } = await planNow(subject, query);
  const computeTotal = (cents: number) => computeTotals([{ unitCents: cents, quantity: 1 }], location.sales_tax_rate);
  const { tax, total } = computeTotal(subtotal);
  return {
    on: subject.today,
    name: plan.name,
    price: fromCents(plan.price_cents),
    total: fromCents(computeTotal(plan.price_cents).total),
    contractEndDate: plan.contract_end_date,
    hasSavedCard: (await findKnownCard(subject.tx, await findPayerKey(subject.tx, subject.membership))).hasSavedCard,
    difference: subtotal === 0 ? null : { subtotal: fromCents(subtotal), tax: fromCents(tax), total: fromCents(total) },
  };
}

interface ChangeRequest {
  readonly scope: AccessScope;
  readonly path: MembershipPath;
  readonly companyId: string;
  readonly key: IdempotencyKey | undefined;
}

/**
 * The price difference is paid at once: at the desk or from the saved card. A declined card leaves everything as it was.
 * Repeated with its key, it continues with the same payment.
 */
export async function changePlanNow(
  context: AppContext,
  request: ChangeRequest,
  body: PlanChangeBody,
): Promise<ContactMembershipResponse> {
  const { database, clock } = context;
  const { scope, path, companyId, key } = request;
  const paymentId = key ? idOfKey(key) : uuid();
  const stripe = body.method === cardMethod ? await findStripeAccount(context, companyId) : undefined;
  if (stripe && !body.waiveDifference) {
    const contactId = await database.readOnly(scope.companies, (tx) => findPayerId(tx, path.id));
    await readImportedCard(context, stripe, companyId, { contactId });
  }
  return onceInSteps<ContactMembershipResponse>(database, scope.companies, key, {
    async begin(tx) {
      const now = clock();
      await findMembership(tx, scope, path, now);
      const membership = (await lockMembership(tx, path.contactMembershipId, now)) ?? raise(notFound('Membership'));
      const change = { tx, scope, membership, now, today: todayIn(membership.timezone, now) };
      return begin(change, body, paymentId, stripe !== undefined);
    },
    async finish(invoiceId) {
      if (!stripe) throw stripeMissing;
      await payByCard(context, stripe, { companyId, invoiceId, paymentId, card: 'saved', actor: scope.actor });
      const { payment, response } = await database.scoped(scope.companies, async (tx) => {
        const invoice = await lockInvoice(tx, invoiceId);
        const row =
          (await findPaymentRow(tx, paymentId)) ??
          raise(conflict('This change of plan was canceled. Please start again.'));
        if (row.status === 'failed') await markVoid(tx, invoice, { now: clock(), actor: scope.actor });
        if (row.status === 'pending')
          await withdrawUpcoming(tx, path.contactMembershipId, { now: clock(), actor: scope.actor });
        const message = row.status === 'completed' ? changedMessage : atTheBank;
        return {
          payment: row,
          response: await readMembershipResponse(tx, path.contactMembershipId, message, clock(), invoice),
        };
      });
      if (payment.status === 'failed') throw declined(payment);
      return response;
    },
  });
}

/** Until the bank decides, nobody pays the next period at the old price. The renewal job then writes its invoice anew. */
async function withdrawUpcoming(tx: Tx, contactMembershipId: string, occasion: Occasion): Promise<void> {
  const membership = await lockMembership(tx, contactMembershipId, occasion.now);
  if (membership) await voidUpcomingInvoice(tx, membership, occasion);
}

const atTheBank = 'The bank is processing the payment. The plan changes when it is paid.';
const changedMessage = 'Plan changed';

/** Without a card, changes the plan in one transaction. With one, writes the invoice and the pending payment. */
async function begin(
  change: MembershipChange,
  body: PlanChangeBody,
  paymentId: string,
  hasStripe: boolean,
): Promise<FirstStep<ContactMembershipResponse>> {
  const { tx, membership, scope, now } = change;
  const { method, otherMethod, reference, expectedTotal, waiveDifference } = body;
  requireManager(change);
  const { plan, subtotal, days, location } = await planNow(change, body);
  if (subtotal === 0) {
    if (expectedTotal !== undefined && toCents(expectedTotal) !== 0)
      throw new Problem(409, 'The total has changed', { body: { total: 0 }, leavesKeyFree: true });
    const occasion = { now, actor: scope.actor };
    await applyPlan(tx, membership, plan, occasion, waiveDifference ? { differenceWaived: true } : {});
    return { response: await readMembershipResponse(tx, membership.id, changedMessage, now) };
  }
  if (paymentMethodRules[method].isNamed) await requireOtherMethod(tx, membership.company_id, otherMethod);
  if (method === cardMethod && !hasStripe) throw stripeMissing;
  const payerId = await findPayerId(tx, membership.contact_id);
  if (method === cardMethod && (await findSavedCard(tx, await findPayerKey(tx, membership))) === null)
    throw conflict('No card is saved for this contact. Choose cash or another method.');
  const line = {
    type: 'membership' as const,
    item_id: plan.membership_id,
    name: plan.name,
    description: `Change from ${membership.membership_name} for ${days}`,
    quantity: 1,
    price_cents: subtotal,
    total_cents: subtotal,
    member_name: nameOnLine(payerId, membership),
  };
  const sale = {
    companyId: membership.company_id,
    locationId: location.id,
    contactId: payerId,
    kind: 'plan_change' as const,
    description: describeLines('Change of plan', [line]),
    lines: [line],
    expectedTotal,
    soldBy: scope.actor,
    paymentMethod: method,
  };
  const { invoice } = await writeInvoice(tx, sale, now);
  await tx
    .insertInto('plan_changes')
    .values({
      ...plan,
      invoice_id: invoice.id,
      company_id: invoice.company_id,
      contact_membership_id: membership.id,
      created_at: now,
    })
    .execute();
  const payment = { id: paymentId, cents: invoice.due_cents, method, otherMethod, reference };
  if (method !== cardMethod) {
    await bookDeskPayment(tx, invoice, payment, { now, actor: scope.actor });
    return {
      response: await readMembershipResponse(tx, membership.id, changedMessage, now, await lockInvoice(tx, invoice.id)),
    };
  }
  await awaitPayment(tx, invoice, now);
  await beginCardPayment(tx, invoice, payment, { now, actor: scope.actor });
  return { invoiceId: invoice.id };
}

async function readMembershipResponse(
  tx: Tx,
  contactMembershipId: string,
  message: string,
  now: Date,
  invoice?: InvoiceRow,
): Promise<ContactMembershipResponse> {
  const membership: GrantedMembership =
    (await contactMembershipsRepo(tx).one(contactMembershipId)) ?? raise(notFound('Membership'));
  return {
    contactMembership: toContactMembership(membership, now),
    message,
    ...(invoice && { invoice: toInvoice(invoice, await invoicesRepo(tx).lines(invoice.id)) }),
  };
}
