import { v7 as uuid } from 'uuid';
import { startDatePast, type MembershipPurchaseBody } from '#domain/contract/memberships-purchase.ts';
import { changesBetween } from '#domain/rules/activityChanges.ts';
import { todayIn } from '#domain/rules/dates.ts';
import { lineItemsOf } from '#domain/rules/invoiceDescription.ts';
import { canRenew } from '#domain/rules/membershipPlan.ts';
import { boughtTerm } from '#domain/rules/billingPeriods.ts';
import { fromCents } from '#domain/rules/money.ts';
import { logActivity } from '#server/activity/logActivity.ts';
import { boughtPlanActivity, invoiceCreated } from '#server/invoicing/activities.ts';
import type { Tx } from '#server/db/database.ts';
import type { InvoiceRow } from '#server/db/sales-schema.ts';
import type { Deps } from '#server/deps.ts';
import { storeFirstResponse, withIdempotency, type IdempotencyKey, type StoredResponse } from '#server/http/idempotency.ts';
import { badRequest, conflict, notFound, Problem, raise } from '#server/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/http/accessScope.ts';
import { describeLines, writeInvoice } from '#server/invoicing/invoices.ts';
import { reserveStock } from '#server/invoicing/stock.ts';
import { awaitCardPayment, openIntent, payableInvoice } from '#server/payments/cardPayment.ts';
import { requireStripeAccount } from '#server/payments/stripeAccounts.ts';
import { contactMembershipsRepo, toContactMembership } from '#server/resources/contacts/contacts-memberships.repo.ts';
import { invoicesRepo } from '#server/resources/invoices/invoices.repo.ts';
import { toInvoice } from '#server/resources/invoices/invoices.rows.ts';
import { locationRepo } from '#server/resources/location/location.repo.ts';
import { membershipsRepo } from '#server/resources/memberships/memberships.repo.ts';
import type { MembershipRow } from '#server/resources/memberships/memberships.rows.ts';
import { mergeItems } from './cart.ts';
import { findBuyer, pricePlan } from './planLines.ts';

interface PlanSale {
  readonly body: MembershipPurchaseBody;
  readonly scope: AccessScope;
  readonly companyId: string;
  readonly key: IdempotencyKey | undefined;
}

/**
 * Sells a plan by card: first the invoice, the membership and the reserved stock, then the payment intent at Stripe, then
 * the response. The membership is granted when it is paid. Repeated with its key, it goes on with the same invoice and
 * the same intent.
 */
export async function sellPlan(deps: Deps, { body, scope, companyId, key }: PlanSale): Promise<StoredResponse> {
  const { database, clock } = deps;
  const stripe = await requireStripeAccount(deps, companyId);
  const now = clock();
  const writeSale = async (tx: Tx) => {
    const plan = requireAccess(scope, await membershipsRepo(tx).one(body.membershipId), 'Membership');
    if (!plan.is_published || !plan.is_active) throw conflict(`${plan.name} is not on sale`);
    const buyer = (await findBuyer(tx, body.contactId, plan.company_id)) ?? raise(notFound('Contact'));
    const location = (await locationRepo(tx).one(plan.location_id ?? buyer.home_location_id)) ?? raise(notFound('Location'));
    if (body.startDate < todayIn(location.timezone, now)) throw badRequest(startDatePast, { startDate: startDatePast });
    const lines = await pricePlan(tx, plan, location.id);
    const sale = {
      companyId,
      locationId: location.id,
      contactId: buyer.id,
      description: describeLines('Membership purchase', lines.slice(0, 1)),
      notes: body.notes,
      expectedTotal: body.expectedTotal,
      lines,
      soldBy: scope.person.userId,
      isPaid: false,
    };
    const { invoice } = await writeInvoice(tx, sale, now);
    const bought = newMembership(body, plan, invoice.id, now);
    await tx.insertInto('contact_memberships').values(bought).execute();
    await awaitCardPayment(tx, invoice, now);
    await logActivity(tx, scope.actor, invoiceCreated(invoice, 'card'), planBought(invoice, bought));
    const items = lines.flatMap(({ type, item_id, quantity }) => (type === 'sales_item' && item_id ? [{ salesItemId: item_id, quantity }] : []));
    // Last, since other sales of the same items wait from here on.
    await reserveStock(tx, invoice, mergeItems(items));
    return { invoiceId: invoice.id };
  };
  const begun = await withIdempotency(database, scope.companies, key, (tx) => withRefusalBody(writeSale(tx)));
  if ('status' in begun) return begun;
  const intent = await openIntent(deps, stripe, companyId, begun.invoiceId);
  return database.scoped(scope.companies, async (tx) => {
    const row = await payableInvoice(tx, companyId, begun.invoiceId, intent, clock());
    const invoice = toInvoice(row, await invoicesRepo(tx).lines(row.id));
    const granted = await contactMembershipsRepo(tx).ofInvoice(row.id);
    const response = {
      success: true,
      paymentIntent: { id: intent.id, clientSecret: intent.client_secret ?? '', status: intent.status },
      contactMembership: granted ? toContactMembership(granted, clock()) : null,
      invoice,
      lineItems: lineItemsOf(invoice),
      totalAmount: invoice.total,
    };
    return storeFirstResponse(tx, key, { status: 201, body: response });
  });
}

/** The plan's company; 404 for a plan or contact out of scope, and for those of two companies. */
export async function companyOfSale(tx: Tx, scope: AccessScope, body: Pick<MembershipPurchaseBody, 'contactId' | 'membershipId'>): Promise<string> {
  const plan = requireAccess(scope, await membershipsRepo(tx).one(body.membershipId), 'Membership');
  if (!(await findBuyer(tx, body.contactId, plan.company_id))) throw notFound('Contact');
  return plan.company_id;
}

/** A refused plan purchase names its sentence `error`, too. */
export const withRefusalBody = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const { status, message, extra, cause } = error;
    throw new Problem(status, message, { ...extra, body: { ...extra.body, success: false, error: message } }, { cause });
  });

/** The membership as it is bought. It is not granted before it is paid. */
function newMembership(body: MembershipPurchaseBody, plan: MembershipRow, invoiceId: string, now: Date) {
  const terms = {
    type: plan.type,
    contractLengthMonths: plan.contract_length_months,
    billingFrequency: plan.billing_frequency,
    accessDurationDays: plan.access_duration_days,
  };
  const { endDate, contractEndDate } = boughtTerm(terms, body.startDate);
  return {
    id: uuid(),
    company_id: plan.company_id,
    contact_id: body.contactId,
    membership_id: plan.id,
    location_id: plan.location_id,
    invoice_id: invoiceId,
    membership_name: plan.name,
    membership_type: plan.type,
    billing_frequency: plan.billing_frequency,
    contract_length_months: plan.contract_length_months,
    access_duration_days: plan.access_duration_days,
    purchase_price_cents: plan.price_cents,
    start_date: body.startDate,
    end_date: endDate,
    contract_end_date: contractEndDate,
    purchase_date: now,
    auto_renew: body.autoRenew && canRenew(terms),
    granted_at: null,
    notes: body.notes ?? '',
  };
}

const planBought = (invoice: InvoiceRow, bought: ReturnType<typeof newMembership>) =>
  boughtPlanActivity(
    'contact-membership.created',
    invoice,
    bought,
    changesBetween(null, {
      purchasePrice: fromCents(bought.purchase_price_cents),
      startDate: bought.start_date,
      endDate: bought.end_date,
      contractEndDate: bought.contract_end_date,
      autoRenew: bought.auto_renew,
    }),
  );
