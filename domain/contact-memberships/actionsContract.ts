import { z } from 'zod';
import { cancellationReasons, cancellationTimes } from './cancellation.ts';
import { endsBeforeItBegins } from './freezes.ts';
import { lineMaxLength } from '#domain/shared/limits.ts';
import { renewalMethods } from '#domain/memberships/membershipPlan.ts';
import { paymentMethodRules, paymentMethods } from '#domain/invoices/paymentMethods.ts';
import { id, money, queryFlag, queryOptional } from '#domain/shared/contract.ts';
import { contactMembership, membershipFreeze } from './contract.ts';
import { otherMethodUnused, paymentDetails } from '#domain/invoices/paymentsContract.ts';
import {
  expectedTotal,
  listFields,
  optionalNotes,
  planDate,
  readOnlyFields,
  requiredId,
  requiredText,
} from '#domain/shared/fields.ts';
import { invoice } from '#domain/invoices/contract.ts';

export const contactMembershipParams = z.object({ id, contactMembershipId: id });
export const freezeParams = z.object({ id, contactMembershipId: id, freezeId: id });

/** The response to every change of a contact's membership. `invoice` is the one that it wrote. */
export const contactMembershipResponse = z
  .object({ contactMembership, message: z.string(), invoice: invoice.optional() })
  .meta({ id: 'ContactMembershipResponse' });
export type ContactMembershipResponse = z.output<typeof contactMembershipResponse>;

const reason = () => requiredText('Reason is required', lineMaxLength);
const dateMissing = 'Please select a date';
const when = z.enum(cancellationTimes, 'Please choose when it ends');
const namesDate = ({ when: time, date }: { when: string; date?: string | undefined }) =>
  time !== 'date' || date !== undefined;

export const cancellationQuery = z
  .object({
    when: z.preprocess((value) => (value === '' ? undefined : value), when.default('period_end')),
    date: queryOptional(planDate(dateMissing)),
    release: queryFlag,
  })
  .refine(namesDate, { message: dateMissing, path: ['date'] });

/** `release` waives the rest of a contract, with a note that says why. */
export const cancellationBody = z
  .object({
    when: when.default('period_end'),
    date: planDate(dateMissing).optional(),
    reason: z.enum(cancellationReasons, 'Please choose a reason'),
    note: optionalNotes(),
    release: z.boolean().default(false),
  })
  .refine(namesDate, { message: dateMissing, path: ['date'] })
  .refine(({ release, note }) => !release || note !== undefined, {
    message: 'Please note why the contract ends early',
    path: ['note'],
  })
  .meta({ id: 'Cancellation' });
export type CancellationBody = z.output<typeof cancellationBody>;

const cancellationPreview = z
  .object({
    lastDay: z.iso.date(),
    /** Still charged before that day, at the end of the paid period. Null if nothing is. */
    lastPayment: z.object({ on: z.iso.date(), amount: money }).nullable(),
    /** How many payments are still charged, that one included. */
    paymentsLeft: z.int(),
    contractEndDate: z.iso.date().nullable(),
    openInvoicesVoided: z.int(),
    /** Billed before, for days up to the last one, and not paid: the cancellation does not void it. */
    staysOwed: money.optional(),
    /** The paid part of the period that the last day cuts short, and of periods that will not begin. */
    refundable: money,
  })
  .meta({ id: 'CancellationPreview' });
export type CancellationPreview = z.output<typeof cancellationPreview>;

export const cancellationPreviewResponse = z
  .object({ preview: cancellationPreview })
  .meta({ id: 'CancellationPreviewResponse' });
export type CancellationPreviewResponse = z.output<typeof cancellationPreviewResponse>;

const until = planDate(dateMissing).nullable();

/** `until` null is an open freeze. `override` exceeds the company's limits. */
export const freezeBody = z
  .object({
    from: planDate(dateMissing),
    until,
    reason: reason(),
    waiveFee: z.boolean().default(false),
    override: z.boolean().default(false),
  })
  .refine(({ from, until: last }) => last === null || last >= from, {
    message: endsBeforeItBegins,
    path: ['until'],
  })
  .meta({ id: 'Freeze' });
export type FreezeBody = z.output<typeof freezeBody>;

export const freezeUpdateBody = z
  .object({ until, override: z.boolean().default(false) })
  .meta({ id: 'FreezeUpdate' })
  .register(readOnlyFields, listFields(membershipFreeze));
export type FreezeUpdateBody = z.output<typeof freezeUpdateBody>;

/** `renewal` charges nothing before the next renewal. `now` charges the price difference of the remaining paid days. */
const changeTime = z.enum(['renewal', 'now'], 'Please choose when the plan changes');
const changePayment = { method: z.enum(paymentMethods, 'Choose how it is paid'), ...paymentDetails };

export const planChangeQuery = z.object({
  membershipId: requiredId('Please choose a plan'),
  when: z.preprocess((value) => (value === '' ? undefined : value), changeTime.default('renewal')),
  waiveDifference: queryFlag,
  method: queryOptional(changePayment.method),
  otherMethod: changePayment.otherMethod,
  reference: changePayment.reference,
});
export type PlanChangeQuery = Pick<z.output<typeof planChangeQuery>, 'membershipId' | 'when' | 'waiveDifference'>;

export const planChangeBody = z
  .object({
    membershipId: requiredId('Please choose a plan'),
    when: changeTime.default('renewal'),
    /** A manager may waive the charge for the remaining days. */
    waiveDifference: z.boolean().default(false),
    /** How the price difference is paid; the saved card by default. */
    method: changePayment.method.default('card'),
    otherMethod: changePayment.otherMethod,
    reference: changePayment.reference,
    /** The price difference with tax that was shown. Any other is refused. */
    expectedTotal: expectedTotal(),
  })
  .refine(({ method, otherMethod }) => paymentMethodRules[method].isNamed || otherMethod === undefined, {
    path: ['otherMethod'],
    message: otherMethodUnused,
  })
  .meta({ id: 'PlanChange' });
export type PlanChangeBody = z.output<typeof planChangeBody>;
export type PlanChangeRequest = z.input<typeof planChangeBody>;

/** How much more the remaining paid days cost, without tax and with it. */
const planDifference = z.object({ subtotal: money, tax: money, total: money }).meta({ id: 'PlanDifference' });

const planChangePreview = z
  .object({
    /** The first day of the new plan. Null while an open freeze leaves it open. */
    on: z.iso.date().nullable(),
    name: z.string(),
    /** Each renewal from then on, without tax and with it. */
    price: money,
    total: money,
    /** The end of the contract, which starts again; null without one, or while an open freeze leaves it open. */
    contractEndDate: z.iso.date().nullable(),
    /** Charged now. Null if nothing is. */
    difference: planDifference.nullable(),
    /** Only sent for a change that takes effect now. */
    hasSavedCard: z.boolean().optional(),
  })
  .meta({ id: 'PlanChangePreview' });
export type PlanChangePreview = z.output<typeof planChangePreview>;

export const planChangePreviewResponse = z
  .object({ preview: planChangePreview })
  .meta({ id: 'PlanChangePreviewResponse' });
export type PlanChangePreviewResponse = z.output<typeof planChangePreviewResponse>;

export const renewalBody = z
  .object({
    autoRenew: z.boolean('Must be true or false'),
    by: z.enum(renewalMethods, 'Please choose how it renews').optional(),
  })
  .meta({ id: 'RenewalSetting' });
export type RenewalBody = z.output<typeof renewalBody>;

export const accessBody = z
  .object({ accessEnabled: z.boolean('Must be true or false'), reason: reason() })
  .meta({ id: 'AccessSetting' });
export type AccessBody = z.output<typeof accessBody>;
