import { z } from 'zod';
import {
  agreementYearsMax,
  cancellationNoticeDaysMax,
  footerMaxLength,
  freezeDaysMax,
  graceDaysMax,
  invoiceDaysMax,
  noticeDaysMax,
  otherMethodMaxLength,
  otherMethodsMax,
  reentryMinutesMax,
  repeatMinutesMax,
  retriesMax,
  retryDaysMax,
  priceMax,
} from '#domain/shared/limits.ts';
import { amountUnclear } from '#domain/shared/money.ts';
import { emailKinds } from '#domain/member-emails/emailKinds.ts';
import { reentries } from './companySettings.ts';
import { accountingSettings as accounting } from '#domain/accounting/contract.ts';
import { id, timestamp } from '#domain/shared/contract.ts';
import {
  listFields,
  dollars,
  expectedUpdatedAt,
  nullableText,
  requiredText,
  readOnlyFields,
} from '#domain/shared/fields.ts';

const wholeDays = (what: string, min: number, max: number) => {
  const message = `${what} must be ${min} to ${max} days`;
  return z.int(message).min(min, message).max(max, message);
};

const memberships = z.object({
  cancellationNoticeDays: wholeDays('Cancellation notice', 0, cancellationNoticeDaysMax),
  freezeMinDays: wholeDays('Shortest freeze', 1, freezeDaysMax),
  freezeMaxDays: wholeDays('Longest freeze', 1, freezeDaysMax),
  freezeDaysPerYear: wholeDays('Frozen days in twelve months', 1, freezeDaysMax),
  /** Dollars for each freeze. */
  freezeFee: dollars('Freeze fee must be 0 or greater', priceMax, amountUnclear),
  graceDays: wholeDays('Grace period', 0, graceDaysMax),
});

const rises = (days: readonly number[]) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0));
const areDistinct = (names: readonly string[]) =>
  new Set(names.map((name) => name.toLowerCase())).size === names.length;

const retriesOutOfBounds = `Retries must be 1 to ${retryDaysMax} days after the failure`;
const nameTooLong = `The name of a payment method has at most ${otherMethodMaxLength} characters`;

const wholePercent = 'A limit on discounts must be a whole percentage from 0 to 100';
const percent = z.int(wholePercent).min(0, wholePercent).max(100, wholePercent);

const payments = z.object({
  /** Days after the first failure on which a card is charged again. */
  retryDays: z
    .array(z.int(retriesOutOfBounds), 'Retry days must be a list of days')
    .max(retriesMax, `At most ${retriesMax} retries`)
    .refine((days) => days.every((day) => day >= 1 && day <= retryDaysMax), retriesOutOfBounds)
    .refine(rises, 'Retry days must be in ascending order, without repeats'),
  /** How many days before the end a renewal that is paid by hand is invoiced. */
  manualInvoiceDays: wholeDays('Invoicing of manual renewals', 0, invoiceDaysMax),
  otherMethods: z
    .array(requiredText('Payment method name is required'), 'Other methods must be a list of names')
    .max(otherMethodsMax, `At most ${otherMethodsMax} other methods`)
    .refine((names) => names.every(({ length }) => length <= otherMethodMaxLength), nameTooLong)
    .refine(areDistinct, 'Each method can be listed once'),
  requireOpenDrawer: z.boolean(),
  /** The highest discount of these levels at the till. Admins give any discount. */
  pointOfSaleDiscount: percent,
  managerDiscount: percent,
  cashOnly: z.boolean(),
});

/** Printed on invoices beside the gym's name. */
export const receiptDetails = z
  .object({ legalName: z.string().nullable(), taxId: z.string().nullable(), footer: z.string().nullable() })
  .meta({ id: 'ReceiptDetails' });
export type ReceiptDetails = z.output<typeof receiptDetails>;

const reentryMinutes = `Minutes of pass sharing must be 1 to ${reentryMinutesMax}`;
const repeatMinutes = `Repeat visit window must be 0 to ${repeatMinutesMax} minutes`;
const checkins = z.object({
  warnOwed: z.boolean(),
  warnUnsigned: z.boolean(),
  /** Minutes in which a second visit counts as the same one. */
  repeatMinutes: z.int(repeatMinutes).min(0, repeatMinutes).max(repeatMinutesMax, repeatMinutes),
  /** Applies when somebody comes in again within `reentryMinutes` without having gone out. A desk never refuses. */
  reentry: z.enum(reentries, 'Pass sharing must be off, warn or refuse'),
  reentryMinutes: z.int(reentryMinutes).min(1, reentryMinutes).max(reentryMinutesMax, reentryMinutes),
});

/** The emails that members get. Cancellations, payment links and invoices that are due are always emailed. */
const emails = z.object({
  receipt: z.boolean(),
  renewalUpcoming: z.boolean(),
  /** Days before the card is charged. */
  renewalUpcomingDays: wholeDays('Notice before the charge', 1, noticeDaysMax),
  paymentFailed: z.boolean(),
  membershipEnding: z.boolean(),
  /** Days before the last day. */
  membershipEndingDays: wholeDays('Notice before the last day', 1, noticeDaysMax),
  freeze: z.boolean(),
  refund: z.boolean(),
});

const checklist = z.object({ dismissedAt: timestamp.nullable() });

const security = z.object({ requireSecondFactor: z.boolean() });

const agreementYears = `Years must be 0 to ${agreementYearsMax}`;
/** How long agreements stay that an erased contact signed, counted from the erasure. */
const privacy = z.object({
  agreementYears: z.int(agreementYears).min(0, agreementYears).max(agreementYearsMax, agreementYears),
});

/** Receipt details, accounts, security and privacy are left out below the admin level. */
const settings = z
  .object({
    memberships,
    payments,
    receipts: receiptDetails.optional(),
    checkins,
    emails,
    checklist,
    accounting: accounting.optional(),
    security: security.optional(),
    privacy: privacy.optional(),
    updatedAt: timestamp,
  })
  .meta({ id: 'Settings' });
export type Settings = z.output<typeof settings>;

/** Fields that the body does not name stay unchanged. */
export const settingsUpdateBody = z
  .object({
    memberships: memberships.partial().optional(),
    payments: payments.partial().optional(),
    receipts: z
      .object({ legalName: nullableText(), taxId: nullableText(), footer: nullableText(footerMaxLength) })
      .optional(),
    checkins: checkins.partial().optional(),
    emails: emails.partial().optional(),
    checklist: checklist.optional(),
    accounting: accounting.partial().optional(),
    security: security.partial().optional(),
    privacy: privacy.partial().optional(),
    updatedAt: expectedUpdatedAt,
  })
  .meta({ id: 'SettingsUpdate' })
  .register(readOnlyFields, listFields(z.object({ id })));
export type SettingsUpdateBody = z.output<typeof settingsUpdateBody>;

export const settingsResponse = z.object({ settings, message: z.string().optional() }).meta({ id: 'SettingsResponse' });
export type SettingsResponse = z.output<typeof settingsResponse>;

export const emailPreviewParams = z.object({ id, kind: z.enum(emailKinds) });

/** An email to a member with example data, as it would be sent. */
export const emailPreviewResponse = z
  .object({ preview: z.object({ subject: z.string(), text: z.string(), html: z.string() }) })
  .meta({ id: 'EmailPreviewResponse' });
export type EmailPreviewResponse = z.output<typeof emailPreviewResponse>;
export type EmailPreview = EmailPreviewResponse['preview'];
