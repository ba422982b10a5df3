import type { RefundDestination } from '#domain/invoices/paymentMethods.ts';
import { sql } from 'kysely';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { emailSwitches, type EmailKind } from '#domain/member-emails/emailKinds.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';

/** What the payments that a receipt is for brought in, and the invoice's totals after them, in cents. */
interface ReceiptSums {
  readonly cents: number;
  readonly paid: number;
  readonly due: number;
  readonly refunded?: number;
  readonly paymentIds: readonly string[];
}

/**
 * What a waiting email is about. Its text is written from the rows when it is sent, so that a sale costs one insert, and what
 * was undone in the meantime is not emailed.
 */
export interface QueuedEmail {
  receipt: { readonly invoiceId: string } & ReceiptSums;
  'renewal-upcoming': { readonly membershipId: string; readonly on: CalendarDate };
  'payment-failed': { readonly invoiceId: string };
  'membership-ending': { readonly membershipId: string; readonly on: CalendarDate };
  freeze: {
    readonly membershipId: string;
    readonly freezeId: string;
    /** Its last day is another one than it was. */
    readonly isChanged?: boolean;
    /** It was removed before this first day. */
    readonly removedFrom?: CalendarDate;
  };
  refund: { readonly invoiceId: string; readonly cents: number; readonly method: RefundDestination };
  cancellation: {
    readonly membershipId: string;
    readonly lastDay: CalendarDate;
    readonly lastPayment: { readonly on: CalendarDate; readonly cents: number } | null;
    /** Billed before, and still to be paid. */
    readonly owedCents: number;
    /** It was undone. */
    readonly isUndone?: boolean;
  };
  /** The URL is derived when it is sent, so that no row contains it. */
  'payment-link': { readonly invoiceId: string; readonly linkId: string; readonly expiresAt: string };
  'invoice-due': { readonly invoiceId: string; readonly on: CalendarDate };
  /** The URL is made when it is sent. */
  'card-link': { readonly contactId: string; readonly expiresAt: string };
  'signed-agreement': { readonly signatureId: string };
  /** The URL is derived when it is sent. */
  'signature-request': { readonly requestId: string; readonly expiresAt: string };
  /** The code is read when it is sent, so that no row contains it. */
  'check-in-code': { readonly contactId: string };
}

interface NewEmail<K extends EmailKind> {
  readonly companyId: string;
  readonly contactId: string;
  readonly data: QueuedEmail[K];
  /** Other than the contact's own. */
  readonly address?: string | undefined;
  /** Identifies an email that is sent once, however often it is queued. */
  readonly once?: string;
}

const always = sql<boolean>`true`;

/** Called in the transaction that makes the email true. */
async function insertEmails<K extends EmailKind>(
  tx: Tx,
  kind: K,
  emails: readonly NewEmail<K>[],
  now: Date,
  isOn = always,
): Promise<void> {
  await sql`
    insert into emails (company_id, contact_id, kind, data, address, once, due_at, created_at)
    select e."companyId", e."contactId", ${kind}, e.data, e.address, e.once, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(emails)}::jsonb)
             as e ("companyId" uuid, "contactId" uuid, data jsonb, address text, once text)
     where ${isOn}
    on conflict do nothing`.execute(tx);
}

/** Unless its kind is turned off. */
async function queue<K extends EmailKind>(tx: Tx, kind: K, email: NewEmail<K>, now: Date): Promise<void> {
  const setting = emailSwitches[kind];
  const isOn =
    setting === null
      ? always
      : sql<boolean>`coalesce((select (emails -> ${setting})::boolean from company_settings where company_id = ${email.companyId}), ${settingsDefaults.emails[setting]})`;
  await insertEmails(tx, kind, [email], now, isOn);
}

/** Sent whatever the settings say. It replaces the previous one of this name. */
async function replace<K extends EmailKind>(
  tx: Tx,
  kind: K,
  email: NewEmail<K> & { readonly once: string },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('emails').where('company_id', '=', email.companyId).where('once', '=', email.once).execute();
  await insertEmails(tx, kind, [email], now);
}

type OfInvoice = Pick<InvoiceRow, 'id' | 'company_id' | 'contact_id'>;
type OfRecord = { readonly id: string; readonly company_id: string; readonly contact_id: string };

const ofInvoice = ({ company_id, contact_id }: OfInvoice) => ({ companyId: company_id, contactId: contact_id });

export const emailReceipt = (tx: Tx, invoice: OfInvoice, sums: ReceiptSums, now: Date) =>
  queue(tx, 'receipt', { ...ofInvoice(invoice), data: { invoiceId: invoice.id, ...sums } }, now);

/** Sent whatever the settings say. It replaces the previous one. */
export async function emailAskedReceipt(
  tx: Tx,
  { id, company_id, contact_id }: OfInvoice,
  { address, ...sums }: ReceiptSums & { readonly address: string },
  now: Date,
): Promise<void> {
  await replace(
    tx,
    'receipt',
    {
      companyId: company_id,
      contactId: contact_id,
      data: { invoiceId: id, ...sums },
      address,
      once: toAskedReceiptKey(id),
    },
    now,
  );
}

export const toAskedReceiptKey = (invoiceId: string): string => `asked-receipt ${invoiceId}`;

export const emailRefund = (
  tx: Tx,
  invoice: OfInvoice,
  { cents, method }: { cents: number; method: QueuedEmail['refund']['method'] },
  now: Date,
) => queue(tx, 'refund', { ...ofInvoice(invoice), data: { invoiceId: invoice.id, cents, method } }, now);

export const emailPaymentLink = (
  tx: Tx,
  invoice: OfInvoice,
  { linkId, expiresAt, address }: { linkId: string; expiresAt: Date; address?: string | undefined },
  now: Date,
) =>
  queue(
    tx,
    'payment-link',
    { ...ofInvoice(invoice), address, data: { invoiceId: invoice.id, linkId, expiresAt: expiresAt.toISOString() } },
    now,
  );

/** Once for the due day `on`. */
export const emailInvoiceDue = (tx: Tx, invoice: OfInvoice, { on }: { on: CalendarDate }, now: Date) =>
  queue(
    tx,
    'invoice-due',
    { ...ofInvoice(invoice), once: `invoice-due ${invoice.id}`, data: { invoiceId: invoice.id, on } },
    now,
  );

/** One email for each declined charge. */
export const emailPaymentFailed = (tx: Tx, invoice: OfInvoice, { attempts }: { attempts: number }, now: Date) =>
  queue(
    tx,
    'payment-failed',
    { ...ofInvoice(invoice), once: `payment-failed ${invoice.id} ${attempts}`, data: { invoiceId: invoice.id } },
    now,
  );

export const emailCancellation = (
  tx: Tx,
  { id, company_id, contact_id }: OfRecord,
  { lastDay, lastPayment, owedCents, isUndone }: Omit<QueuedEmail['cancellation'], 'membershipId'>,
  now: Date,
) =>
  queue(
    tx,
    'cancellation',
    {
      companyId: company_id,
      contactId: contact_id,
      data: { membershipId: id, lastDay, lastPayment, owedCents, ...(isUndone && { isUndone }) },
    },
    now,
  );

/** Has the sealed PDF. It is sent once. */
export const emailSignedAgreement = (tx: Tx, { id, company_id, contact_id }: OfRecord, now: Date) =>
  queue(
    tx,
    'signed-agreement',
    { companyId: company_id, contactId: contact_id, once: `signed-agreement ${id}`, data: { signatureId: id } },
    now,
  );

export const emailSignatureRequest = (
  tx: Tx,
  { company_id, id }: { readonly company_id: string; readonly id: string },
  { address, ...data }: QueuedEmail['signature-request'] & { readonly address: string },
  now: Date,
) => queue(tx, 'signature-request', { companyId: company_id, contactId: id, address, data }, now);

export const emailCardLink = (
  tx: Tx,
  { company_id, id }: { readonly company_id: string; readonly id: string },
  { address, expiresAt }: { readonly address: string; readonly expiresAt: Date },
  now: Date,
) =>
  queue(
    tx,
    'card-link',
    { companyId: company_id, contactId: id, address, data: { contactId: id, expiresAt: expiresAt.toISOString() } },
    now,
  );

/** It replaces the previous one. */
export const emailCheckinCode = (
  tx: Tx,
  { company_id, id }: { readonly company_id: string; readonly id: string },
  now: Date,
) =>
  replace(
    tx,
    'check-in-code',
    { companyId: company_id, contactId: id, once: `check-in-code ${id}`, data: { contactId: id } },
    now,
  );

export const emailFreeze = (
  tx: Tx,
  { id, company_id, contact_id }: OfRecord,
  freeze: Omit<QueuedEmail['freeze'], 'membershipId'>,
  now: Date,
) => queue(tx, 'freeze', { companyId: company_id, contactId: contact_id, data: { membershipId: id, ...freeze } }, now);

/** Emails that a day causes. The caller has asked whether their kind is on. */
export const emailNotices = (
  tx: Tx,
  kind: 'renewal-upcoming' | 'membership-ending',
  memberships: readonly (OfRecord & { readonly day: CalendarDate })[],
  now: Date,
) =>
  insertEmails(
    tx,
    kind,
    memberships.map(({ id, company_id, contact_id, day }) => ({
      companyId: company_id,
      contactId: contact_id,
      data: { membershipId: id, on: day },
    })),
    now,
  );
