import { cardMethod, type RefundDestination } from '#domain/invoices/paymentMethods.ts';
import { periodText } from '#domain/shared/dateText.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { codeText } from '#domain/contacts/memberCode.ts';
import type { EmailKind } from '#domain/member-emails/emailKinds.ts';
import { formatCents } from '#domain/shared/money.ts';
import { cardName, type SavedCard } from '#domain/stripe/savedCard.ts';
import { wordEmail, type EmailContent, type EmailSender, type WordedEmail } from '#server/platform/email/layout.ts';
import { dueRows, type EmailedInvoice, invoiceRows } from './emailedInvoices.ts';
import { type EmailedPayment, paymentRows, whenAndHow } from './emailedPayments.ts';
import { atTheDesk, canceled, day, frozen, removedFreeze, shortDay, undoneCancellation } from './membershipTexts.ts';

interface EmailedCardLink {
  readonly url: string;
  readonly until: CalendarDate;
}

/** Dates are those of the location's calendar. */
export interface EmailFacts {
  receipt: {
    readonly invoice: EmailedInvoice;
    /** What these payments brought in, and the invoice's totals after them. */
    readonly cents: number;
    readonly paid: number;
    readonly due: number;
    readonly refunded?: number;
    /** Of the last payment. */
    readonly on: CalendarDate;
    readonly payments: readonly EmailedPayment[];
    /** Of a renewal whose period began anew, since it was paid after the grace period. */
    readonly newPeriod?: { readonly from: CalendarDate; readonly through: CalendarDate } | undefined;
  };
  'renewal-upcoming': {
    readonly plan: string;
    readonly on: CalendarDate;
    readonly cents: number;
    /** If it cannot be charged on that day. */
    readonly expiredCard?: SavedCard | undefined;
    readonly cardLink?: EmailedCardLink | undefined;
  };
  'payment-failed': {
    readonly description: string;
    readonly cents: number;
    readonly reason: string | null;
    readonly nextTryOn: CalendarDate | null;
    /** For a card that the next try charges. */
    readonly cardLink?: EmailedCardLink | undefined;
  };
  'membership-ending': { readonly plan: string; readonly on: CalendarDate };
  freeze: {
    readonly plan: string;
    readonly from: CalendarDate;
    /** Null once it is removed. */
    readonly until: CalendarDate | null;
    readonly isOpen: boolean;
    readonly fee: { readonly cents: number; readonly hasTax: boolean } | null;
    /** With the days of a freeze whose last day is known. */
    readonly paidThrough: CalendarDate | null;
    readonly isChanged: boolean;
    readonly isRemoved: boolean;
  };
  refund: { readonly invoiceTitle: string; readonly cents: number; readonly method: RefundDestination };
  cancellation: {
    readonly plan: string;
    readonly lastDay: CalendarDate;
    readonly lastPayment: { readonly on: CalendarDate; readonly cents: number } | null;
    readonly owedCents: number;
    readonly isUndone: boolean;
    /** Once it is undone. */
    readonly renewsOn: CalendarDate | null;
  };
  'payment-link': {
    readonly invoice: EmailedInvoice;
    readonly due: number;
    readonly url: string;
    readonly until: CalendarDate;
  };
  'card-link': EmailedCardLink;
  'invoice-due': { readonly invoice: EmailedInvoice; readonly due: number; readonly on: CalendarDate };
  'signature-request': { readonly agreements: readonly string[]; readonly url: string; readonly until: CalendarDate };
  'signed-agreement': { readonly agreement: string; readonly on: CalendarDate; readonly verifyUrl: string };
  /** With the URLs of its images. */
  'check-in-code': { readonly code: string; readonly qr: string; readonly barcode: string };
}

export type Content = Omit<EmailContent, 'firstName'>;

export function wordMemberEmail<K extends EmailKind>(
  kind: K,
  facts: EmailFacts[K],
  firstName: string,
  sender: EmailSender,
): WordedEmail {
  return wordEmail({ ...contents[kind](facts, sender), firstName }, sender);
}

const contents: { [K in EmailKind]: (facts: EmailFacts[K], sender: EmailSender) => Content } = {
  receipt: ({ invoice, cents, paid, due, refunded = 0, on, payments, newPeriod }, { name }) => ({
    subject: `Receipt from ${name}: ${formatCents(cents)}`,
    title: 'Thank you for your payment',
    blocks: [
      `We received ${formatCents(cents)}${whenAndHow(payments, on)}.`,
      {
        rows: [
          ...invoiceRows(invoice),
          ...(paid > cents ? [{ label: 'Paid before', value: formatCents(paid - cents) }] : []),
          ...paymentRows(payments, on),
          ...(refunded > 0 ? [{ label: 'Refunded', value: formatCents(refunded) }] : []),
          ...(due > 0 ? [{ label: 'Still due', value: formatCents(due), isTotal: true }] : []),
          ...(newPeriod ? [{ label: 'New period', value: periodText(newPeriod.from, newPeriod.through) }] : []),
        ],
      },
      invoice.title,
    ],
  }),

  'renewal-upcoming': ({ plan, on, cents, expiredCard, cardLink }) => ({
    subject: `Your membership renews on ${shortDay(on)}`,
    title: `Your membership renews on ${shortDay(on)}`,
    blocks: [
      `Your ${plan} membership renews soon. On ${day(on)}, we will charge ${formatCents(cents)} to your saved card for the next period.`,
      {
        rows: [
          { label: 'Membership', value: plan },
          { label: 'Charged on', value: day(on) },
          { label: 'Amount', value: formatCents(cents), isTotal: true },
        ],
      },
      ...(expiredCard
        ? [
            `This card, ${cardName(expiredCard)}, can only be charged until ${day(expiredCard.lastDay)}. Please give us a new card before the renewal.`,
          ]
        : []),
      ...newCard(cardLink),
      'If you want to change something, talk to us at the front desk before that day.',
    ],
  }),

  'payment-failed': ({ description, cents, reason, nextTryOn, cardLink }) => ({
    subject: `Your payment of ${formatCents(cents)} did not go through`,
    title: 'Your payment did not go through',
    blocks: [
      `We tried to charge ${formatCents(cents)} to your card, and it was declined.`,
      {
        rows: [
          { label: 'For', value: description },
          ...(reason ? [{ label: 'Reason', value: reason }] : []),
          { label: 'Amount', value: formatCents(cents), isTotal: true },
        ],
      },
      nextTryOn
        ? `We will try again on ${day(nextTryOn)}. Please make sure your card works by then, or give us a new one.`
        : 'We will not try again.',
      ...newCard(cardLink),
      'You can also pay at the front desk, with another card or in cash.',
    ],
  }),

  'membership-ending': ({ plan, on }) => ({
    subject: `Your membership ends on ${shortDay(on)}`,
    title: `Your membership ends on ${shortDay(on)}`,
    blocks: [
      `Your ${plan} membership is ending. Your last day is ${day(on)}.`,
      'If you would like to stay, talk to us at the front desk. We would be glad to keep you as a member.',
    ],
  }),

  freeze: (facts) => (facts.isRemoved ? removedFreeze(facts) : frozen(facts)),

  refund: ({ invoiceTitle, cents, method }, { name }) => ({
    subject: `Refund from ${name}: ${formatCents(cents)}`,
    title: `We refunded ${formatCents(cents)}`,
    blocks: [
      method === cardMethod
        ? `We sent ${formatCents(cents)} back to your card. It can take up to ten days to appear on your statement.`
        : `We gave you ${formatCents(cents)} back in cash.`,
      {
        rows: [
          { label: 'Invoice', value: invoiceTitle.replace('Invoice ', '') },
          { label: 'Refunded', value: formatCents(cents), isTotal: true },
        ],
      },
      atTheDesk,
    ],
  }),

  cancellation: ({ isUndone, ...facts }) => (isUndone ? undoneCancellation(facts) : canceled(facts)),

  'payment-link': ({ invoice, due, url, until }, { name }) => ({
    subject: `Your invoice from ${name}: ${formatCents(due)} to pay`,
    title: `${formatCents(due)} to pay`,
    blocks: [
      'You can pay this invoice online by card.',
      { rows: dueRows(invoice, due) },
      { link: { label: 'Pay Now', url } },
      `The link works until ${day(until)}. You can also pay at the front desk.`,
      invoice.title,
    ],
  }),

  'card-link': (link, { name }) => ({
    subject: `A new card for ${name}`,
    title: 'Please enter a new card',
    blocks: [
      'We keep a card to charge your renewals. You can enter a new one online. Nothing is charged when you do.',
      ...newCard(link),
      'The link is for you alone. Please do not pass it on.',
    ],
  }),

  'invoice-due': ({ invoice, due, on }, { name }) => ({
    subject: `Invoice from ${name}: ${formatCents(due)} due on ${shortDay(on)}`,
    title: `${formatCents(due)} due on ${shortDay(on)}`,
    blocks: [
      `Here is your invoice. Please pay it at the front desk by ${day(on)}.`,
      { rows: dueRows(invoice, due) },
      invoice.title,
    ],
  }),

  'signature-request': ({ agreements, url, until }, { name }) => ({
    subject: `Please sign for ${name}`,
    title: agreements.length === 1 ? 'An agreement to sign' : `${agreements.length} agreements to sign`,
    blocks: [
      `Please read and sign: ${agreements.join(', ')}.`,
      { link: { label: 'Read and Sign', url } },
      `The link works until ${day(until)}. You can also sign at the front desk.`,
      'The link is for you alone. Please do not pass it on.',
    ],
  }),

  'signed-agreement': ({ agreement, on, verifyUrl }, { name }) => ({
    subject: `Your signed agreement with ${name}: ${agreement}`,
    title: 'Here is your signed agreement',
    blocks: [
      `You signed ‘${agreement}’ on ${day(on)}. The signed document is attached. Please keep it.`,
      'Its last page says how and when it was signed. A seal shows whether the file was changed since.',
      { link: { label: 'Check the File', url: verifyUrl } },
      'If you did not sign this, talk to us at the front desk.',
    ],
  }),

  'check-in-code': ({ code, qr, barcode }, { name }) => ({
    subject: `Your check-in code for ${name}`,
    title: 'Your check-in code',
    blocks: [
      'Show this code at the front desk when you come in. It is scanned, and you are checked in.',
      { image: { label: 'QR code', url: qr, width: 176 } },
      { image: { label: 'Bar code', url: barcode, width: 272 } },
      { rows: [{ label: 'Code', value: codeText(code), isTotal: true }] },
      'The code is for you alone. If somebody else has it, ask us for a new one.',
    ],
  }),
};

const newCard = (link: EmailedCardLink | undefined): EmailContent['blocks'] =>
  link
    ? [
        { link: { label: 'Enter a New Card', url: link.url } },
        `The link works until ${day(link.until)}. You can also bring the card to the front desk.`,
      ]
    : [];
