import { v7 as uuid } from 'uuid';
import {
  startDatePast,
  type DeskPurchaseResponse,
  type MembershipPurchaseBody,
  type MembershipPurchaseResponse,
} from '#domain/contact-memberships/purchaseContract.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { periodText } from '#domain/shared/dateText.ts';
import type { Invoice } from '#domain/invoices/contract.ts';
import { getLineItems } from '#domain/invoices/invoiceDescription.ts';
import { canRenew } from '#domain/memberships/membershipPlan.ts';
import { packTerm } from '#domain/contact-memberships/visitPacks.ts';
import { fromCents } from '#domain/shared/money.ts';
import { cardMethod, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import {
  bookDeskSale,
  createPendingCardPayment,
  boughtPlanActivity,
  describeLines,
  invoicesRepo,
  chargeCardOfSale,
  findOrCreateIntent,
  applyIntentOfSale,
  readImportedCard,
  requireSaleNotCanceled,
  toInvoice,
  toPayment,
  writeInvoice,
} from '#server/modules/invoices/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { MembershipRow, InvoiceRow } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import { onceInSteps, type IdempotencyKey } from '#server/platform/http/idempotency.ts';
import { badRequest, conflict, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { mergeItems, reserveStock, takeStock } from '#server/modules/sales-items/index.ts';
import { emailInvoiceDue } from '#server/modules/email-queue/index.ts';
import { findSavedCard, requireStripeAccount, stripeMissing, toPaymentIntent } from '#server/modules/stripe/index.ts';
import { contactMembershipsRepo, toContactMembership } from './repo.ts';
import { requireOtherMethod } from '#server/modules/settings/index.ts';
import { findPayerId } from './payer.ts';
import { findBuyer, findPlan, pricePlan, requireOnSale, findSaleLocation } from './planLines.ts';
import { writeBoughtPeriods } from './periodsRepo.ts';

interface Purchase {
  readonly body: MembershipPurchaseBody;
  readonly scope: AccessScope;
  readonly companyId: string;
  readonly key: IdempotencyKey | undefined;
}

/**
 * At the desk, in one transaction: the invoice is paid and the membership granted. By card: first the invoice, the membership
 * and the reserved stock, then the payment intent at Stripe, then the response; the membership is granted when it is paid.
 * Repeated with its key, it continues with the same invoice and intent.
 */
export async function purchaseMembership(
  context: AppContext,
  purchase: Purchase,
): Promise<DeskPurchaseResponse | MembershipPurchaseResponse> {
  const { database, clock } = context;
  const { body, scope, companyId, key } = purchase;
  const { otherMethod, onPayer } = body;
  const method = toMethod(body);
  const stripe = method === cardMethod ? await requireStripeAccount(context, companyId) : undefined;
  const isBySavedCard = onPayer === 'saved_card';
  if (stripe && isBySavedCard) await readImportedCard(context, stripe, companyId, { contactId: payerIn(body) });
  const now = clock();
  return onceInSteps<DeskPurchaseResponse | MembershipPurchaseResponse>(database, scope.companies, key, {
    async begin(tx) {
      await requireOtherMethod(tx, companyId, otherMethod);
      const { invoice: row, lines, bought, items, today } = await writePurchase(tx, purchase, method, now);
      // The items come last: this locks them, and other sales of them wait from here on.
      if (method === cardMethod) {
        if (isBySavedCard && (await findSavedCard(tx, row)) === null) throw conflict(noSavedCard);
        await createPendingCardPayment(tx, row, { now, actor: scope.actor });
        await logActivity(tx, scope.actor, planBought(row, bought));
        await reserveStock(tx, row, items);
        return { invoiceId: row.id };
      }
      const payment =
        method && (await bookDeskSale(tx, { invoice: row, lines }, method, body, { now, actor: scope.actor }));
      await logActivity(tx, scope.actor, planBought(row, bought));
      if (!payment) await emailInvoiceDue(tx, row, { on: today }, now);
      await takeStock(tx, items);
      const granted = (await contactMembershipsRepo(tx).ofInvoice(row.id)) ?? raise(notFound('Membership'));
      return {
        invoiceId: row.id,
        response: {
          ...soldPlan(toInvoice(row, lines)),
          payment: payment ? toPayment(payment) : null,
          contactMembership: toContactMembership(granted, now),
        },
      };
    },
    async finish(invoiceId) {
      if (!stripe) throw stripeMissing;
      const created = await findOrCreateIntent(context, stripe, companyId, invoiceId);
      const charge = { companyId, invoiceId, intent: created, actor: scope.actor };
      const intent = isBySavedCard ? await chargeCardOfSale(context, stripe, charge) : created;
      return database.scoped(scope.companies, async (tx) => {
        const row = await applyIntentOfSale(tx, companyId, invoiceId, intent, clock());
        const granted = await contactMembershipsRepo(tx).ofInvoice(row.id);
        return {
          ...soldPlan(toInvoice(row, await invoicesRepo(tx).lines(row.id))),
          paymentIntent: toPaymentIntent(intent),
          contactMembership: granted ? toContactMembership(granted, clock()) : null,
        };
      });
    },
    requireValid: requireSaleNotCanceled,
  });
}

const soldPlan = (invoice: Invoice) => ({
  success: true as const,
  invoice,
  lineItems: [...getLineItems(invoice)],
  totalAmount: invoice.total,
});

/** Undefined on the payer’s account. */
const toMethod = ({ paymentMethod, onPayer }: MembershipPurchaseBody): PaymentMethod | undefined =>
  onPayer === 'account' ? undefined : (paymentMethod ?? cardMethod);

const payerIn = ({ payerId, contactId }: MembershipPurchaseBody): string => payerId ?? contactId;

const notThePayer = 'This person does not pay for the contact. Check their household.';
const noSavedCard = 'No card is saved for the payer. Take a new card, or put it on their account.';

/** Also returns what it takes from the stock, and the location's today. */
async function writePurchase(
  tx: Tx,
  { body, scope, companyId }: Purchase,
  paymentMethod: PaymentMethod | undefined,
  now: Date,
) {
  const plan = await findPlan(tx, scope, body.membershipId);
  requireOnSale(plan);
  const buyer = (await findBuyer(tx, body.contactId, plan.company_id)) ?? raise(notFound('Contact'));
  const payerId = payerIn(body);
  if (payerId !== buyer.id && (await findPayerId(tx, buyer.id)) !== payerId) throw conflict(notThePayer);
  const location = await findSaleLocation(tx, scope, plan, buyer, body.locationId);
  const today = todayIn(location.timezone, now);
  if (body.startDate < today) throw badRequest(startDatePast, { startDate: startDatePast });
  const [planLine, ...others] = await pricePlan(tx, plan, location.id);
  const memberName = payerId === buyer.id ? null : `${buyer.first_name} ${buyer.last_name}`;
  const term = packTerm(toTerms(plan), body.startDate);
  // A first visit has yet to begin the days of some packs.
  const days = term.endDate && periodText(term.startDate, term.endDate);
  const description = [days, planLine?.description].filter(Boolean).join(' · ');
  const priced = planLine ? [{ ...planLine, description, member_name: memberName }, ...others] : [];
  const newInvoice = {
    companyId,
    locationId: location.id,
    contactId: payerId,
    kind: 'purchase' as const,
    description: describeLines('Membership purchase', priced.slice(0, 1)),
    notes: body.notes,
    expectedTotal: body.expectedTotal,
    lines: priced,
    soldBy: scope.actor,
    ...(paymentMethod && { paymentMethod }),
    isBookedWithPayment: paymentMethod !== undefined && paymentMethod !== cardMethod,
  };
  const { invoice, lines } = await writeInvoice(tx, newInvoice, now);
  const hasCard =
    paymentMethod === cardMethod || (paymentMethod === undefined && (await findSavedCard(tx, invoice)) !== null);
  const bought = newMembership(body, plan, invoice, { hasCard, isGranted: paymentMethod === undefined }, now);
  await tx.insertInto('contact_memberships').values(bought).execute();
  if (bought.granted_at !== null) await writeBoughtPeriods(tx, [bought.id]);
  const items = priced.flatMap(({ type, item_id, quantity }) =>
    type === 'sales_item' && item_id ? [{ salesItemId: item_id, quantity }] : [],
  );
  return { invoice, lines, bought, items: mergeItems(items), today };
}

/** 404 for a plan or contact out of scope, and for those of two companies. What is archived since a purchase began is found. */
export async function findPurchaseCompany(
  tx: Tx,
  scope: AccessScope,
  body: Pick<MembershipPurchaseBody, 'contactId' | 'membershipId'>,
): Promise<string> {
  const { company_id: companyId } = await findPlan(tx, scope, body.membershipId);
  const contact = await tx
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', body.contactId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return contact ? companyId : raise(notFound('Contact'));
}

/** A refused purchase also has its message as `error`. */
export const withRefusalBody = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const { status, message, extra, cause } = error;
    throw new Problem(
      status,
      message,
      { ...extra, body: { ...extra.body, success: false, error: message } },
      { cause },
    );
  });

const toTerms = (plan: MembershipRow) => ({
  type: plan.type,
  contractLengthMonths: plan.contract_length_months,
  billingFrequency: plan.billing_frequency,
  accessDurationDays: plan.access_duration_days,
  visitLimit: plan.visit_limit,
  validFrom: plan.valid_from,
});

/** Not granted before it is paid, unless it is on the payer’s account. Without a card it renews manually. */
function newMembership(
  body: MembershipPurchaseBody,
  plan: MembershipRow,
  invoice: InvoiceRow,
  { hasCard, isGranted }: { hasCard: boolean; isGranted: boolean },
  now: Date,
) {
  const terms = toTerms(plan);
  const { startDate, endDate, contractEndDate, firstVisitFrom } = packTerm(terms, body.startDate);
  const autoRenew = body.autoRenew && canRenew(terms);
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
    visit_limit: plan.visit_limit,
    first_visit_from: firstVisitFrom,
    start_date: startDate,
    end_date: endDate,
    contract_end_date: contractEndDate,
    purchase_date: now,
    auto_renew: autoRenew,
    renews_by: autoRenew && !hasCard ? ('manual' as const) : ('card' as const),
    granted_at: isGranted || invoice.status === 'paid' ? now : null,
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
