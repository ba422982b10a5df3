import { v7 as uuid } from 'uuid';
import { startDatePast, type MembershipPurchaseBody } from '#domain/contract/memberships-purchase.ts';
import type { PaymentIntent } from '#domain/contract/payment-intent.ts';
import { mergeItems } from '#domain/rules/cart.ts';
import { todayIn } from '#domain/rules/dates.ts';
import { lineItemsOf } from '#domain/rules/invoiceDescription.ts';
import { canRenew } from '#domain/rules/membershipPlan.ts';
import { boughtTerm } from '#domain/rules/membershipTerm.ts';
import type { Tx } from '#server/db/database.ts';
import type { Answer } from '#server/http/idempotency.ts';
import { badRequest, conflict, notFound, raise } from '#server/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/http/accessScope.ts';
import { describe, writeInvoice, type WrittenInvoice } from '#server/payments/invoicing.ts';
import { takeStock } from '#server/payments/stock.ts';
import { toContactMembership } from '#server/resources/contacts/contacts-memberships.repo.ts';
import { invoicesRepo } from '#server/resources/invoices/invoices.repo.ts';
import { toInvoice, type InvoiceRow } from '#server/resources/invoices/invoices.rows.ts';
import { planSale } from './memberships-lines.ts';
import { purchaseRepo } from './memberships-purchase.repo.ts';
import { membershipsRepo } from './memberships.repo.ts';
import type { MembershipRow } from './memberships.rows.ts';

interface Desk {
  readonly scope: AccessScope;
  readonly now: Date;
}

/** The company in which this is sold; 404 for a plan or contact out of reach, or of two companies. */
export async function purchaseCompany(tx: Tx, scope: AccessScope, body: Pick<MembershipPurchaseBody, 'contactId' | 'membershipId'>): Promise<string> {
  const plan = requireAccess(scope, await membershipsRepo(tx).one(body.membershipId), 'Membership');
  if (!(await purchaseRepo(tx).contact(body.contactId, plan.company_id))) throw notFound('Contact');
  return plan.company_id;
}

/** Writes the sale of a plan: its invoice and the membership, which is none until it is paid. */
export async function writePurchase(tx: Tx, body: MembershipPurchaseBody, { scope, now }: Desk) {
  const plan = requireAccess(scope, await membershipsRepo(tx).one(body.membershipId), 'Membership');
  if (!plan.is_published || !plan.is_active) throw conflict(`${plan.name} is not on sale`);
  const contact = (await purchaseRepo(tx).contact(body.contactId, plan.company_id)) ?? raise(notFound('Contact'));
  const location = (await purchaseRepo(tx).location(plan.location_id ?? contact.home_location_id)) ?? raise(notFound('Location'));
  if (body.startDate < todayIn(location.timezone, now)) throw badRequest(startDatePast, { startDate: startDatePast });
  const { lines } = await planSale(tx, plan, location.id);
  const written = await writeInvoice(
    tx,
    {
      companyId: plan.company_id,
      locationId: location.id,
      contactId: contact.id,
      description: describe('Membership purchase', lines.slice(0, 1)),
      notes: body.notes,
      expectedTotal: body.expectedTotal,
      lines,
      by: scope.person.userId,
      isPaid: false,
    },
    now,
  );
  await purchaseRepo(tx).add(boughtRow(body, plan, written, now));
  const items = lines.filter(({ type }) => type === 'sales_item');
  const taken = await takeStock(tx, mergeItems(items.map(({ item_id, quantity }) => ({ salesItemId: item_id, quantity }))));
  return { written, taken };
}

const boughtRow = (body: MembershipPurchaseBody, plan: MembershipRow, { invoice }: WrittenInvoice, now: Date) => {
  const term = boughtTerm(
    {
      type: plan.type,
      contractLengthMonths: plan.contract_length_months,
      billingFrequency: plan.billing_frequency,
      accessDurationDays: plan.access_duration_days,
    },
    body.startDate,
  );
  return {
    id: uuid(),
    company_id: plan.company_id,
    contact_id: body.contactId,
    membership_id: plan.id,
    location_id: plan.location_id,
    invoice_id: invoice.id,
    membership_name: plan.name,
    membership_type: plan.type,
    billing_frequency: plan.billing_frequency,
    contract_length_months: plan.contract_length_months,
    access_duration_days: plan.access_duration_days,
    purchase_price_cents: plan.price_cents,
    start_date: body.startDate,
    end_date: term.endDate,
    contract_end_date: term.contractEndDate,
    purchase_date: now,
    auto_renew: body.autoRenew && canRenew({ billingFrequency: plan.billing_frequency }),
    granted_at: null,
    notes: body.notes ?? '',
  };
};

/** What the purchase dialog is told. */
export async function purchaseAnswer(tx: Tx, row: InvoiceRow, paymentIntent: PaymentIntent): Promise<Answer['body']> {
  const invoice = toInvoice(row, await invoicesRepo(tx).lines(row.id));
  const bought = await purchaseRepo(tx).granted(row.id);
  return {
    success: true,
    paymentIntent,
    contactMembership: bought ? toContactMembership(bought) : null,
    invoice,
    lineItems: lineItemsOf(invoice),
    totalAmount: invoice.total,
  };
}
