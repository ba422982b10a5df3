import { addDays } from 'date-fns';
import { sql, type SqlBool } from 'kysely';
import { dayIn, todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { cardLinkDays } from '#domain/shared/limits.ts';
import { renewalDate } from '#domain/contact-memberships/billingPeriods.ts';
import { lastFrozenDay, settledTerm } from '#domain/contact-memberships/freezes.ts';
import type { EmailKind } from '#domain/member-emails/emailKinds.ts';
import { lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { hasExpired } from '#domain/stripe/savedCard.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import {
  type GrantedMembership,
  selectGrantedMemberships,
  selectSoldMemberships,
  getNextPlan,
  findPayerKey,
  nextPriceCents,
  findNextTry,
  readFreezeFee,
  toTerm,
} from '#server/modules/contact-memberships/index.ts';
import { type LinkConfig, paymentLinkUrl } from '#server/modules/invoices/index.ts';
import { cardLinkUrl } from '#server/modules/saved-cards/index.ts';
import { findSavedCard, findKnownCard } from '#server/modules/stripe/index.ts';
import {
  signatureRequestsRepo,
  signatureRequestUrl,
  signaturesRepo,
  signedFileName,
} from '#server/modules/signatures/index.ts';
import { contactsRepo, findCurrentCode } from '#server/modules/contacts/index.ts';
import { barcodePng, qrPng } from '#server/platform/barcodes.ts';
import type { EmailFile } from '#server/platform/email/mailer.ts';
import { findInvoice, findNewPeriod, findPayments, isInvoiceOwed } from './findInvoice.ts';
import type { EmailFacts } from './emailFacts.ts';
import type { QueuedEmail } from '#server/modules/email-queue/index.ts';

interface Facts<K extends EmailKind> {
  readonly locationId: string;
  readonly facts: EmailFacts[K];
  readonly attachment?: { readonly key: string; readonly fileName: string };
  readonly images?: readonly EmailFile[];
}

interface Context {
  readonly config: LinkConfig;
  readonly createdAt: Date;
  readonly now: Date;
}

/** Undone before its email was sent, a cancellation or a freeze is nothing to the member. */
async function wasTold(
  tx: Tx,
  { contact_id }: { readonly contact_id: string },
  kind: EmailKind,
  data: Readonly<Record<string, string>>,
): Promise<boolean> {
  const told = await tx
    .selectFrom('emails')
    .select('id')
    .where('contact_id', '=', contact_id)
    .where('kind', '=', kind)
    .where('state', '=', 'sent')
    .where(sql<SqlBool>`data @> ${JSON.stringify(data)}::jsonb`)
    .executeTakeFirst();
  return told !== undefined;
}

/** Undefined when they are no longer true. */
export const findFacts = <K extends EmailKind>(
  tx: Tx,
  kind: K,
  data: QueuedEmail[K],
  context: Context,
): Promise<Facts<K> | undefined> => finders[kind](tx, data, context);

const finders: { [K in EmailKind]: (tx: Tx, data: QueuedEmail[K], context: Context) => Promise<Facts<K> | undefined> } =
  {
    async receipt(tx, { invoiceId, paymentIds, ...sums }, { createdAt }) {
      const invoiceFacts = await findInvoice(tx, invoiceId);
      if (!invoiceFacts) return undefined;
      const { row, timezone, invoice } = invoiceFacts;
      const payments = await findPayments(tx, paymentIds, timezone);
      const on = payments.at(-1)?.on ?? dayIn(timezone, createdAt);
      const newPeriod = await findNewPeriod(tx, row);
      return { locationId: row.location_id, facts: { invoice, ...sums, on, payments, newPeriod } };
    },

    async 'renewal-upcoming'(tx, { membershipId, on }, context) {
      const { now } = context;
      const membershipFacts = await findMembership(tx, membershipId, now);
      if (!membershipFacts || on < membershipFacts.today) return undefined;
      const { membership, term } = membershipFacts;
      if (!membership.access_enabled || membership.renews_by !== 'card' || renewalDate(term) !== on) return undefined;
      const plan = getNextPlan(membership);
      const payer = await findPayerKey(tx, membership);
      const { savedCard } = await findKnownCard(tx, payer);
      const member = payer.contact_id === membership.contact_id ? null : membership.contact_name;
      const expiredCard = savedCard && hasExpired(savedCard, on) ? savedCard : undefined;
      const cardLink = expiredCard && (await makeCardLink(tx, payer, context, membership.timezone));
      return {
        locationId: membership.next_location_id,
        facts: { plan: lineTitle(plan.name, member), on, cents: nextPriceCents(membership), expiredCard, cardLink },
      };
    },

    async 'payment-failed'(tx, { invoiceId }, context) {
      const invoiceFacts = await findInvoice(tx, invoiceId);
      if (!invoiceFacts || !isInvoiceOwed(invoiceFacts.row)) return undefined;
      const failed = await tx
        .selectFrom('payments')
        .select('failure_message')
        .where('invoice_id', '=', invoiceId)
        .where('failure_message', 'is not', null)
        .orderBy('updated_at', 'desc')
        .executeTakeFirst();
      const description = invoiceFacts.invoice.lines.map(({ name }) => name).join(', ');
      const nextTry = await findNextTry(tx, invoiceId, context.now);
      const cardLink = nextTry ? await makeCardLink(tx, invoiceFacts.row, context, invoiceFacts.timezone) : undefined;
      const reason = failed?.failure_message ?? null;
      return {
        locationId: invoiceFacts.row.location_id,
        facts: { description, cents: invoiceFacts.row.due_cents, reason, nextTryOn: nextTry, cardLink },
      };
    },

    async 'membership-ending'(tx, { membershipId, on }, { now }) {
      const membershipFacts = await findMembership(tx, membershipId, now);
      if (!membershipFacts || on < membershipFacts.today || findEnd(membershipFacts.membership) !== on)
        return undefined;
      if (!membershipFacts.membership.access_enabled || membershipFacts.membership.used_up_on !== null)
        return undefined;
      return {
        locationId: membershipFacts.membership.sold_at,
        facts: { plan: membershipFacts.membership.membership_name, on },
      };
    },

    async freeze(tx, { membershipId, freezeId, isChanged = false, removedFrom }, { now }) {
      if (removedFrom !== undefined) return findRemovedFreeze(tx, { membershipId, freezeId, removedFrom }, now);
      const membershipFacts = await findMembership(tx, membershipId, now);
      const freeze = membershipFacts?.membership.freezes.find(({ id }) => id === freezeId);
      if (!membershipFacts || !freeze) return undefined;
      const { membership, term } = membershipFacts;
      const planned = {
        plan: membership.membership_name,
        from: freeze.from,
        until: lastFrozenDay(freeze),
        isOpen: freeze.until === null,
        fee: await readFreezeFee(tx, membership, freezeId),
        paidThrough: term.endDate,
        isChanged,
        isRemoved: false,
      };
      return { locationId: membership.sold_at, facts: planned };
    },

    async refund(tx, { invoiceId, cents, method }) {
      const invoiceFacts = await findInvoice(tx, invoiceId);
      return (
        invoiceFacts && {
          locationId: invoiceFacts.row.location_id,
          facts: { invoiceTitle: invoiceFacts.invoice.title, cents, method },
        }
      );
    },

    async cancellation(tx, { membershipId, lastDay, lastPayment, owedCents, isUndone = false }, { now }) {
      const membershipFacts = await findMembership(tx, membershipId, now);
      if (membershipFacts?.membership.cancels_on !== (isUndone ? null : lastDay)) return undefined;
      if (isUndone && !(await wasTold(tx, membershipFacts.membership, 'cancellation', { membershipId })))
        return undefined;
      return {
        locationId: membershipFacts.membership.sold_at,
        facts: {
          plan: membershipFacts.membership.membership_name,
          lastDay,
          lastPayment,
          owedCents,
          isUndone,
          renewsOn: renewalDate(membershipFacts.term),
        },
      };
    },

    async 'payment-link'(tx, { invoiceId, linkId, expiresAt }, { now, config }) {
      const invoiceFacts = await findInvoice(tx, invoiceId);
      if (!invoiceFacts || !isInvoiceOwed(invoiceFacts.row) || new Date(expiresAt) <= now) return undefined;
      const facts = {
        invoice: invoiceFacts.invoice,
        due: invoiceFacts.row.due_cents,
        url: paymentLinkUrl(config, linkId),
        until: dayIn(invoiceFacts.timezone, new Date(expiresAt)),
      };
      return { locationId: invoiceFacts.row.location_id, facts };
    },

    async 'card-link'(tx, { contactId, expiresAt }, context) {
      const [contact, until] = [await contactsRepo(tx).one(contactId), new Date(expiresAt)];
      if (!contact || until <= context.now) return undefined;
      const { id: locationId, timezone } = await findHome(tx, contactId);
      const owner = { company_id: contact.company_id, contact_id: contactId };
      return { locationId, facts: await makeCardLink(tx, owner, context, timezone, until) };
    },

    async 'invoice-due'(tx, { invoiceId, on }) {
      const invoiceFacts = await findInvoice(tx, invoiceId);
      if (!invoiceFacts || !isInvoiceOwed(invoiceFacts.row)) return undefined;
      return {
        locationId: invoiceFacts.row.location_id,
        facts: { invoice: invoiceFacts.invoice, due: invoiceFacts.row.due_cents, on },
      };
    },

    async 'signature-request'(tx, { requestId }, { config, now }) {
      const request = await signatureRequestsRepo(tx).one(requestId);
      if (!request || request.replaced_at !== null || request.signed_at !== null || request.expires_at <= now)
        return undefined;
      const { id: locationId, timezone } = await findHome(tx, request.contact_id);
      const versions = await signaturesRepo(tx).versions(request.agreement_version_ids);
      const facts = {
        agreements: versions.map(({ agreement_name }) => agreement_name),
        url: signatureRequestUrl(config, requestId),
        until: dayIn(timezone, request.expires_at),
      };
      return { locationId, facts };
    },

    async 'signed-agreement'(tx, { signatureId }, { config }) {
      const signature = await signaturesRepo(tx).one(signatureId);
      if (!signature?.file_key) return undefined;
      const { id: locationId } = await findHome(tx, signature.contact_id);
      const facts = {
        agreement: signature.agreement_name,
        on: dayIn(signature.timezone, signature.signed_at),
        verifyUrl: `${config.publicUrl}/verify`,
      };
      const attachment = { key: signature.file_key, fileName: signedFileName(signature) };
      return { locationId, facts, attachment };
    },

    async 'check-in-code'(tx, { contactId }) {
      const code = await findCurrentCode(tx, contactId);
      if (code === undefined) return undefined;
      const { id: locationId } = await findHome(tx, contactId);
      const [qr, barcode] = await Promise.all([qrPng(code), barcodePng(code)]);
      const images = [
        { fileName: 'qr-code.png', content: qr, cid: 'qr-code@spotter' },
        { fileName: 'bar-code.png', content: barcode, cid: 'bar-code@spotter' },
      ];
      return { locationId, facts: { code, qr: 'cid:qr-code@spotter', barcode: 'cid:bar-code@spotter' }, images };
    },
  };

async function makeCardLink(
  tx: Tx,
  { company_id, contact_id }: Pick<InvoiceRow, 'company_id' | 'contact_id'>,
  { config, now }: Context,
  timezone: string,
  expiresAt = addDays(now, cardLinkDays),
) {
  const link = { companyId: company_id, contactId: contact_id, expiresAt };
  const url = cardLinkUrl(config, link, await findSavedCard(tx, { company_id, contact_id }));
  return { url, until: dayIn(timezone, expiresAt) };
}

const findHome = (tx: Tx, contactId: string) =>
  tx
    .selectFrom('contacts as c')
    .innerJoin('locations as l', 'l.id', 'c.home_location_id')
    .select(['l.id', 'l.timezone'])
    .where('c.id', '=', contactId)
    .executeTakeFirstOrThrow();

async function findMembership(tx: Tx, id: string, now: Date) {
  const membership = await selectGrantedMemberships(tx).where('m.id', '=', id).executeTakeFirst();
  return membership && withTerm(membership, now);
}

function withTerm(membership: GrantedMembership, now: Date) {
  const today = todayIn(membership.timezone, now);
  return { membership, term: settledTerm(toTerm(membership), today), today };
}

/** Of a plan that was taken back with it, no day is paid. */
async function findRemovedFreeze(
  tx: Tx,
  { membershipId, freezeId, removedFrom }: { membershipId: string; freezeId: string; removedFrom: CalendarDate },
  now: Date,
): Promise<Facts<'freeze'> | undefined> {
  const sold = await selectSoldMemberships(tx).where('m.id', '=', membershipId).executeTakeFirst();
  if (!sold || !(await wasTold(tx, sold, 'freeze', { freezeId }))) return undefined;
  const facts = {
    plan: sold.membership_name,
    from: removedFrom,
    until: null,
    isOpen: false,
    fee: null,
    paidThrough: sold.granted_at && withTerm(sold, now).term.endDate,
    isChanged: false,
    isRemoved: true,
  };
  return { locationId: sold.sold_at, facts };
}

/** The last day of a membership that does not renew, as `endDay` in `notices.ts`; null for one that continues. */
function findEnd({
  auto_renew,
  next_location_archived_at,
  cancels_on,
  end_date,
  contract_end_date,
  planned_membership_id,
}: GrantedMembership): CalendarDate | null {
  const renews = auto_renew && next_location_archived_at === null;
  const other = renews ? (planned_membership_id === null ? contract_end_date : null) : end_date;
  if (cancels_on === null || other === null) return cancels_on ?? other;
  return cancels_on < other ? cancels_on : other;
}
