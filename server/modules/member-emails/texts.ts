import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { longDate, periodText, shortDate } from '#domain/shared/dateText.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { codeText } from '#domain/contacts/memberCode.ts';
import type { EmailKind } from '#domain/member-emails/emailKinds.ts';
import { formatCents } from '#domain/shared/money.ts';
import { cardName } from '#domain/stripe/savedCard.ts';
import { wordEmail, type EmailContent, type EmailSender, type WordedEmail } from '#server/platform/email/layout.ts';
import type { EmailedCardLink, EmailFacts } from './emailFacts.ts';
import { dueRows, invoiceRows, paymentRows, whenAndHow } from './invoiceTexts.ts';

type Content = Omit<EmailContent, 'firstName'>;

const day = (date: CalendarDate) => longDate(date, 'UTC');
const shortDay = (date: CalendarDate) => shortDate(date, 'UTC');
const atTheDesk = 'If you have a question, talk to us at the front desk.';

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

type Cancellation = Omit<EmailFacts['cancellation'], 'isUndone'>;

function canceled({ plan, lastDay, lastPayment, owedCents }: Cancellation): Content {
  return {
    subject: 'Your membership is canceled',
    title: 'Your membership is canceled',
    blocks: [
      `We have canceled your ${plan} membership. Your last day is ${day(lastDay)}.`,
      {
        rows: [
          { label: 'Last day', value: day(lastDay) },
          {
            label: 'Last payment',
            value: lastPayment
              ? `${formatCents(lastPayment.cents)} on ${day(lastPayment.on)}`
              : owedCents > 0
                ? 'No new one.'
                : 'None. You will not be charged again.',
          },
          ...(owedCents > 0 ? [{ label: 'Still due from before', value: formatCents(owedCents) }] : []),
        ],
      },
      'If this is a mistake, talk to us at the front desk.',
    ],
  };
}

const undoneCancellation = ({ plan, renewsOn }: Cancellation): Content => ({
  subject: 'Your membership continues',
  title: 'Your membership continues',
  blocks: [
    `We have undone the cancellation of your ${plan} membership.${renewsOn ? ` It renews on ${day(renewsOn)}.` : ''}`,
    'If this is a mistake, talk to us at the front desk.',
  ],
});

type FreezeFacts = EmailFacts['freeze'];

const frozen = ({ plan, from, until, isOpen, fee, paidThrough, isChanged }: FreezeFacts): Content => ({
  subject: isChanged ? 'Your freeze has another last day' : `Your membership is frozen from ${shortDay(from)}`,
  title: isChanged ? 'Your freeze has another last day' : 'Your membership is frozen',
  blocks: [
    `${isChanged ? `We have changed the freeze of your ${plan} membership.` : `Your ${plan} membership is frozen.`} On these days you cannot check in, and you do not pay for your membership. The days are added to its end.`,
    {
      rows: [
        { label: 'First day', value: day(from) },
        ...(until
          ? [{ label: 'Last day', value: isOpen ? `Open-ended, ${day(until)} at the latest` : day(until) }]
          : []),
        ...(paidThrough
          ? [{ label: 'Paid through', value: `${day(paidThrough)}${isOpen ? ', and longer by the frozen days' : ''}` }]
          : []),
        ...(fee && !isChanged
          ? [{ label: 'Freeze fee', value: `${formatCents(fee.cents)}${fee.hasTax ? ' with tax' : ''}` }]
          : []),
      ],
    },
    atTheDesk,
  ],
});

const removedFreeze = ({ plan, from, paidThrough }: FreezeFacts): Content => ({
  subject: 'Your membership will not be frozen',
  title: 'Your membership will not be frozen',
  blocks: [
    `We have removed the freeze of your ${plan} membership that was to begin on ${day(from)}.`,
    ...(paidThrough ? [{ rows: [{ label: 'Paid through', value: day(paidThrough) }] }] : []),
    atTheDesk,
  ],
});
