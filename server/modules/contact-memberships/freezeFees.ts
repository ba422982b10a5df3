import { sql } from 'kysely';
import { todayIn } from '#domain/shared/dates.ts';
import { renewalsActor, type Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { changeFreeze, lockMembership, type GrantedMembership } from './grantedMembership.ts';
import { applyOpenPayments, chargeSavedCard, describeLines, writeInvoice } from '#server/modules/invoices/index.ts';
import { isRefusedKey, isTransient, type PaymentContext, perCompany } from '#server/modules/stripe/index.ts';

interface DueFee {
  readonly company_id: string;
  /** The freeze. */
  readonly id: string;
  readonly contact_membership_id: string;
}

/** Ends open freezes that have run out. Until then, readers of a membership already count them as ended. */
export async function endFreezes(context: PaymentContext, signal?: AbortSignal): Promise<unknown[]> {
  const { database, clock } = context;
  const { rows } = await sql<{ company_id: string; id: string }>`
    select company_id, id from memberships_with_ended_freezes(${clock()})`.execute(database.unscoped);
  return perCompany(context, {
    rows,
    signal,
    work: async ({ company_id, id }) =>
      void (await database.scoped([company_id], (tx) => lockMembership(tx, id, clock()))),
  });
}

/** Bills the fees of freezes that have begun. If the membership renews by card, the saved card is charged once; else the fee stays open. */
export async function billFreezeFees(context: PaymentContext, signal?: AbortSignal): Promise<unknown[]> {
  const { database, clock } = context;
  const { rows } = await sql<DueFee>`
    select company_id, id, contact_membership_id from due_freeze_fees(${clock()})`.execute(database.unscoped);
  return perCompany(context, {
    rows,
    signal,
    work: async ({ company_id, id, contact_membership_id }, stripe) => {
      const invoiceId = await database.scoped([company_id], (tx) => claimFee(tx, id, contact_membership_id, clock()));
      if (!invoiceId || !stripe) return;
      try {
        await applyOpenPayments(context, company_id, invoiceId, { giveUp: true, actor: renewalsActor });
        await chargeSavedCard(context, stripe, { companyId: company_id, invoiceId, actor: renewalsActor });
      } catch (error) {
        if (!isTransient(error) && !isRefusedKey(error)) return;
        await database.scoped([company_id], (tx) => changeFreeze(tx, id, { fee_tried_at: null }));
        throw error;
      }
    },
  });
}

/** Bills a fee, and claims the charge for this process. Returns the invoice to charge. */
async function claimFee(tx: Tx, freezeId: string, membershipId: string, now: Date): Promise<string | undefined> {
  const membership = await lockMembership(tx, membershipId, now);
  const freeze = await tx
    .selectFrom('membership_freezes')
    .select(['id', 'fee_cents', 'fee_invoice_id', 'from_day'])
    .where('id', '=', freezeId)
    .where('fee_tried_at', 'is', null)
    .executeTakeFirst();
  if (!membership || !freeze || freeze.from_day > todayIn(membership.timezone, now)) return undefined;
  const invoiceId = freeze.fee_invoice_id ?? (await billFreezeFee(tx, membership, freeze, now, renewalsActor)).id;
  await changeFreeze(tx, freeze.id, { fee_tried_at: now });
  return membership.auto_renew && membership.renews_by === 'card' ? invoiceId : undefined;
}

/** Writes the open invoice of a freeze's fee, with tax. */
export async function billFreezeFee(
  tx: Tx,
  membership: GrantedMembership,
  { id, fee_cents }: { readonly id: string; readonly fee_cents: number },
  now: Date,
  billedBy: Actor,
): Promise<InvoiceRow> {
  const line = {
    type: 'location_fee' as const,
    item_id: null,
    name: 'Freeze Fee',
    description: membership.membership_name,
    quantity: 1,
    price_cents: fee_cents,
    total_cents: fee_cents,
  };
  const sale = {
    companyId: membership.company_id,
    locationId: membership.sold_at,
    contactId: membership.contact_id,
    description: describeLines('Membership freeze', [{ name: membership.membership_name, quantity: 1 }]),
    lines: [line],
    soldBy: billedBy,
    isPaid: false,
  };
  const { invoice } = await writeInvoice(tx, sale, now);
  await changeFreeze(tx, id, { fee_invoice_id: invoice.id });
  return invoice;
}
