import type { ContactMembershipResponse } from '#domain/contact-memberships/actionsContract.ts';
import { isUnbilled } from '#domain/contact-memberships/billingPeriods.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { onceInSteps, type IdempotencyKey } from '#server/platform/http/idempotency.ts';
import { conflict, notFound, Problem, raise, unavailable } from '#server/platform/http/problem.ts';
import { requireNoPlanChangeUnderWay } from '../plan-change/planChangeUnderWay.ts';
import { setMembership, toTerm, selectUnpaidRenewals, withoutRenewal } from '../grantedMembership.ts';
import {
  abandonedAfterMinutes,
  applyOpenPayments,
  invoicesRepo,
  lockInvoice,
  toInvoice,
} from '#server/modules/invoices/index.ts';
import { claimMinutes } from './dueRenewals.ts';
import { chargeRenewal } from './renew.ts';
import { splitOffInvoice, voidRenewals, writeRenewal } from './renewalInvoices.ts';
import { findRenewals, hasOpenIntent, isBeingPaid, requireNoOpenIntent } from './renewalsRepo.ts';
import { intentsRepo, mapStripeErrors, findStripeAccount, stripeMissing } from '#server/modules/stripe/index.ts';
import { runChange, type MembershipChange, type MembershipPath } from '../membershipChange.ts';
import { contactMembershipsRepo, toContactMembership } from '../repo.ts';

async function requireUnbilled({ tx, membership, today }: MembershipChange): Promise<void> {
  if (!isUnbilled(toTerm(membership), today))
    throw conflict('There is no period left to bill. Reload to see what has changed.');
  await requireNoPlanChangeUnderWay(tx, membership.id);
}

export async function letEnd(change: MembershipChange) {
  await requireUnbilled(change);
  await voidUnasked(change);
  await setMembership(change.tx, change.membership.id, withoutRenewal(change.membership, null));
  return { message: 'The membership has ended' };
}

/** The invoice of a next period for which nobody was asked to pay. */
export async function voidUnasked({ tx, membership, scope, now }: MembershipChange): Promise<void> {
  const ids = (await selectUnpaidRenewals(tx, membership.id).execute())
    .filter(({ paid_cents }) => paid_cents === 0)
    .map(({ id }) => id);
  await requireNoOpenIntent(tx, ids);
  await voidRenewals(tx, membership.id, ids, { now, actor: scope.actor });
}

interface BillRequest {
  readonly scope: AccessScope;
  readonly path: MembershipPath;
  readonly companyId: string;
  readonly key: IdempotencyKey | undefined;
}

/**
 * Bills the period that runs today. The saved card is charged at once; a manual renewal gets its invoice. Repeated with its
 * key, it continues with the same invoice.
 */
export async function billNow(
  context: AppContext,
  { scope, path, companyId, key }: BillRequest,
): Promise<ContactMembershipResponse> {
  const { database, clock } = context;
  const stripe = await findStripeAccount(context, companyId);
  return onceInSteps<ContactMembershipResponse>(database, scope.companies, key, {
    async begin(tx) {
      let charged: string | undefined;
      const response = await runChange(
        { tx, scope, path, now: clock() },
        'contact-membership.billed',
        async (change) => {
          await requireUnbilled(change);
          const isByCard = change.membership.renews_by === 'card';
          if (isByCard && !stripe) throw stripeMissing;
          const invoice = await findOrWriteInvoice(change);
          if (isByCard) charged = invoice.id;
          return { message: 'The next period is billed', invoice };
        },
      );
      return charged === undefined ? { response } : { invoiceId: charged };
    },
    async finish(invoiceId) {
      if (!stripe) throw stripeMissing;
      const [renewal = raise(notFound('Invoice'))] = await database.scoped([companyId], (tx) =>
        findRenewals(tx, invoiceId),
      );
      const isPaid = renewal.status === 'paid';
      const outcome = isPaid
        ? 'charged'
        : await mapStripeErrors(chargeRenewal(context, stripe, { ...renewal, invoice_id: invoiceId }));
      // Another process has it, or the bank.
      if (outcome === undefined) await mapStripeErrors(applyOpenPayments(context, companyId, invoiceId));
      return database.scoped(scope.companies, async (tx) => {
        const invoice = await lockInvoice(tx, invoiceId);
        const isOpen = invoice.status !== 'paid';
        const isAtTheBank = (await intentsRepo(tx).open(invoiceId)).some(({ status }) => status === 'processing');
        if (isOpen && outcome === undefined && !isAtTheBank)
          throw (await isBeingPaid(tx, invoiceId))
            ? unavailable(paying, abandonedAfterMinutes * 60)
            : unavailable(alreadyBilling, claimMinutes * 60);
        if (isOpen && outcome === 'declined' && !(await hasOpenIntent(tx, [invoiceId]))) throw declined;
        const message = isOpen ? unpaidMessages[outcome === 'owed' ? 'owed' : 'atTheBank'] : 'The next period is paid';
        const membership =
          (await contactMembershipsRepo(tx).one(path.contactMembershipId)) ?? raise(notFound('Membership'));
        return {
          contactMembership: toContactMembership(membership, clock()),
          message,
          invoice: toInvoice(invoice, await invoicesRepo(tx).lines(invoiceId)),
        };
      });
    },
  });
}

const alreadyBilling = 'The next period is being billed already. Please try again in a few minutes.';

const paying = 'Somebody is paying for the next period at the desk or with a link. Please try again in half an hour.';

const unpaidMessages = {
  atTheBank: 'The bank is processing the payment',
  owed: 'The next period is billed. It costs too little to charge a card: take the payment at the desk.',
};

const declined = new Problem(
  402,
  'The card was declined. The invoice is overdue and the card is charged again as the settings say.',
);

/** Written when nobody could be asked, or new. */
async function findOrWriteInvoice({ tx, membership, scope, today, now }: MembershipChange) {
  const [unpaid] = await selectUnpaidRenewals(tx, membership.id).execute();
  if (unpaid) return splitOffInvoice(tx, membership.id, await lockInvoice(tx, unpaid.id), { now, actor: scope.actor });
  return (
    (await writeRenewal(tx, [membership], today, now)) ??
    raise(new Problem(409, 'The next period was billed in the meantime'))
  );
}
