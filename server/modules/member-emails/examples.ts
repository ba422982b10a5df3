import { addDays, addMonths, type CalendarDate } from '#domain/shared/dates.ts';
import { periodText } from '#domain/shared/dateText.ts';
import { cardLinkDays, signatureRequestDays } from '#domain/shared/limits.ts';
import type { CompanySettings } from '#domain/settings/companySettings.ts';
import type { EmailKind } from '#domain/member-emails/emailKinds.ts';
import { barcodeSvg, qrSvg } from '#server/platform/barcodes.ts';
import type { EmailFacts } from './emailFacts.ts';

const plan = 'Monthly Unlimited';
const getInvoice = (today: CalendarDate) => ({
  title: 'Invoice #7F3A91C4 · CHI-10423',
  lines: [
    { name: plan, description: periodText(today, addDays(addMonths(today, 1), -1)), quantity: 1, cents: 4_900 },
    { name: 'Water Bottle', quantity: 2, cents: 600 },
  ],
  subtotal: 5_500,
  tax: 440,
  total: 5_940,
  cashRounding: 0,
});
const renewal = 5_292;
const code = 'ABCDEFGHJK29';
const imageUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export const exampleFacts = (
  today: CalendarDate,
  { emails, memberships, payments }: CompanySettings,
): { [K in EmailKind]: EmailFacts[K] } => {
  const invoice = getInvoice(today);
  return {
    receipt: {
      invoice,
      cents: invoice.total,
      paid: invoice.total,
      due: 0,
      on: today,
      payments: [{ method: 'card', otherMethod: null, cents: invoice.total, tendered: null, on: today }],
    },
    'renewal-upcoming': { plan, on: addDays(today, emails.renewalUpcomingDays), cents: renewal },
    'payment-failed': {
      description: plan,
      cents: renewal,
      reason: 'Your card has insufficient funds.',
      nextTryOn: payments.retryDays[0] === undefined ? null : addDays(today, payments.retryDays[0]),
    },
    'membership-ending': { plan, on: addDays(today, emails.membershipEndingDays) },
    freeze: {
      plan,
      from: today,
      until: addDays(today, memberships.freezeMinDays - 1),
      isOpen: false,
      fee: memberships.freezeFeeCents > 0 ? { cents: memberships.freezeFeeCents, hasTax: false } : null,
      paidThrough: addDays(today, 9 + memberships.freezeMinDays),
      isChanged: false,
      isRemoved: false,
    },
    refund: { invoiceTitle: invoice.title, cents: 600, method: 'card' },
    cancellation: {
      plan,
      lastDay: addDays(today, 40),
      lastPayment: { on: addDays(today, 9), cents: renewal },
      owedCents: 0,
      isUndone: false,
      renewsOn: null,
    },
    'payment-link': { invoice, due: invoice.total, url: 'https://example.com/pay', until: addDays(today, 7) },
    'card-link': { url: 'https://example.com/card', until: addDays(today, cardLinkDays) },
    'invoice-due': { invoice, due: invoice.total, on: addDays(today, payments.manualInvoiceDays) },
    'signature-request': {
      agreements: ['Liability Waiver', 'Membership Agreement'],
      url: 'https://example.com/sign',
      until: addDays(today, signatureRequestDays),
    },
    'signed-agreement': { agreement: 'Liability Waiver', on: today, verifyUrl: 'https://example.com/verify' },
    'check-in-code': { code, qr: imageUrl(qrSvg(code)), barcode: imageUrl(barcodeSvg(code)) },
  };
};

export const exampleName = 'Alex';
