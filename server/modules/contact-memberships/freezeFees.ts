import { Stripe } from 'stripe';
import { sql } from 'kysely';
import { todayIn } from '#domain/shared/dates.ts';
import { renewalsActor, type Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow, MembershipFreezeRow } from '#server/platform/database/schema.ts';
import {
  changeFreeze,
  lockMembership,
  findLocationWithPlan,
  membershipLocation,
  type GrantedMembership,
} from './grantedMembership.ts';
import { totalWithTax } from './repo.ts';
import { nameOnLine, findPayerId } from './payer.ts';
import { claimMinutes } from './renewals/dueRenewals.ts';
import { isBeingPaid } from './renewals/renewalsRepo.ts';
import { applyOpenPayments, chargeSavedCard, describeLines, writeInvoice } from '#server/modules/invoices/index.ts';
import { isRefusedKey, isTransient, type PaymentContext, runPerCompany } from '#server/modules/stripe/index.ts';

interface DueFee {
  readonly company_id: string;
  /** The freeze's id. */
  readonly id: string;
  readonly contact_membership_id: string;
}

/** An open invoice to whoever pays, once for each freeze. */
export async function billFreezeFee(
  tx: Tx,
  membership: GrantedMembership,
  { id, fee_cents }: { readonly id: string; readonly fee_cents: number },
  { now, actor }: Occasion,
): Promise<InvoiceRow> {
  const payerId = await findPayerId(tx, membership.contact_id);
  const line = {
    type: 'location_fee' as const,
    item_id: null,
    name: 'Freeze Fee',
    description: membership.membership_name,
    quantity: 1,
    price_cents: fee_cents,
    total_cents: fee_cents,
    member_name: nameOnLine(payerId, membership),
  };
  const sale = {
    companyId: membership.company_id,
    locationId: membership.sold_at,
    contactId: payerId,
    kind: 'freeze_fee' as const,
    description: describeLines('Membership freeze', [{ name: membership.membership_name, quantity: 1 }]),
    lines: [line],
    soldBy: actor,
  };
  const { invoice } = await writeInvoice(tx, sale, now);
  await changeFreeze(tx, id, { fee_invoice_id: invoice.id });
  return invoice;
}

/** If the membership renews by card, the saved card is charged once; else the fee stays open. */
export async function billFreezeFees(context: PaymentContext, signal?: AbortSignal): Promise<unknown[]> {
  const { database, clock } = context;
  const { rows } = await database.acrossCompanies((tx) => dueFees(clock()).execute(tx));
  return runPerCompany(context, {
    rows,
    signal,
    work: async (due, stripe) => {
      const { company_id, id } = due;
      const change = (to: Partial<FeeCharge>) => database.scoped([company_id], (tx) => changeFreeze(tx, id, to));
      const invoiceId = await database.scoped([company_id], (tx) => claimFee(tx, due, stripe !== undefined, clock()));
      if (!invoiceId || !stripe) return;
      try {
        await applyOpenPayments(context, company_id, invoiceId, { giveUp: true, actor: renewalsActor });
        if (!(await database.scoped([company_id], (tx) => isDeclined(tx, invoiceId))))
          await chargeSavedCard(context, stripe, { companyId: company_id, invoiceId, actor: renewalsActor });
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError) || isTransient(error) || isRefusedKey(error)) {
          await change({ fee_claimed_at: null });
          throw error;
        }
      }
      await change({ fee_tried_at: clock() });
    },
  });
}

/** The bank refused the saved card, maybe without Spotter getting to know it then. Cards used at the desk or with a link do not count. */
const isDeclined = async (tx: Tx, invoiceId: string): Promise<boolean> =>
  (
    await tx
      .selectFrom('payments as p')
      .innerJoin('payment_intents as i', 'i.id', 'p.stripe_payment_intent_id')
      .select('p.id')
      .where('p.invoice_id', '=', invoiceId)
      .where('p.failure_message', 'is not', null)
      .where('i.keeps_invoice', '=', false)
      .execute()
  ).length > 0;

type FeeCharge = Pick<MembershipFreezeRow, 'fee_claimed_at' | 'fee_tried_at'>;

/** Not tried, and not being charged. The claim of a process that died ends by itself. */
const isUntried = (
  now: Date,
) => sql<boolean>`(f.fee_tried_at is null and (f.fee_claimed_at is null or f.fee_claimed_at not between
  ${now}::timestamptz - make_interval(mins => ${claimMinutes}::int) and ${now}::timestamptz + make_interval(mins => ${claimMinutes}::int)))`;

/** The freeze began before the membership ended, and its fee is not billed yet, or was never tried with the saved card. */
const dueFees = (now: Date) => sql<DueFee>`
  select f.company_id, f.id, f.contact_membership_id
    from membership_freezes f
    join companies o on o.id = f.company_id and o.archived_at is null
    join contact_memberships m on m.id = f.contact_membership_id
    join contacts c on c.id = m.contact_id and c.archived_at is null
    join locations l on l.id = ${membershipLocation} and l.archived_at is null
   where f.fee_cents > 0 and ${isUntried(now)} and f.from_day <= m.end_date and (m.cancels_on is null or f.from_day <= m.cancels_on)
     and f.from_day <= (${now}::timestamptz at time zone 'UTC')::date + 1
     and f.from_day <= (${now}::timestamptz at time zone l.timezone)::date
   order by f.from_day, f.id`;

/** Also claims the charge for this process. Returns the invoice to charge; without one nothing will be tried. */
async function claimFee(tx: Tx, due: DueFee, canCharge: boolean, now: Date): Promise<string | undefined> {
  const membership = await lockMembership(tx, due.contact_membership_id, now);
  const freeze = await tx
    .selectFrom('membership_freezes as f')
    .select(['f.id', 'f.fee_cents', 'f.fee_invoice_id', 'f.from_day'])
    .where('f.id', '=', due.id)
    .where(isUntried(now))
    .executeTakeFirst();
  if (!membership || !freeze || freeze.from_day > todayIn(membership.timezone, now)) return undefined;
  if (membership.end_date === null || freeze.from_day > membership.end_date) return undefined;
  if (freeze.fee_invoice_id !== null && (await isBeingPaid(tx, freeze.fee_invoice_id))) return undefined;
  const occasion = { now, actor: renewalsActor };
  const invoiceId = freeze.fee_invoice_id ?? (await billFreezeFee(tx, membership, freeze, occasion)).id;
  const isCharged = canCharge && membership.auto_renew && membership.renews_by === 'card';
  await changeFreeze(tx, freeze.id, isCharged ? { fee_claimed_at: now } : { fee_tried_at: now });
  return isCharged ? invoiceId : undefined;
}

/** As it was billed, or will be on the first day with today's tax. Null without one. */
export async function readFreezeFee(tx: Tx, { id, location_id }: GrantedMembership, freezeId: string) {
  const { fee_cents, billed_cents, tax_cents } = await tx
    .selectFrom('membership_freezes as f')
    .leftJoin('invoices as i', 'i.id', 'f.fee_invoice_id')
    .select(['f.fee_cents', 'i.total_cents as billed_cents', 'i.tax_cents'])
    .where('f.id', '=', freezeId)
    .executeTakeFirstOrThrow();
  if (fee_cents === 0) return null;
  if (billed_cents !== null) return { cents: billed_cents, hasTax: (tax_cents ?? 0) > 0 };
  const { sales_tax_rate } = await findLocationWithPlan(tx, id, location_id);
  const cents = totalWithTax(fee_cents, sales_tax_rate);
  return { cents, hasTax: cents > fee_cents };
}
