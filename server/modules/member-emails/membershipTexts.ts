import { longDate, shortDate } from '#domain/shared/dateText.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { formatCents } from '#domain/shared/money.ts';
import type { Content, EmailFacts } from './texts.ts';

export const day = (date: CalendarDate) => longDate(date, 'UTC');
export const shortDay = (date: CalendarDate) => shortDate(date, 'UTC');
export const atTheDesk = 'If you have a question, talk to us at the front desk.';

type Cancellation = Omit<EmailFacts['cancellation'], 'isUndone'>;

export function canceled({ plan, lastDay, lastPayment, owedCents }: Cancellation): Content {
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

export const undoneCancellation = ({ plan, renewsOn }: Cancellation): Content => ({
  subject: 'Your membership continues',
  title: 'Your membership continues',
  blocks: [
    `We have undone the cancellation of your ${plan} membership.${renewsOn ? ` It renews on ${day(renewsOn)}.` : ''}`,
    'If this is a mistake, talk to us at the front desk.',
  ],
});

type FreezeFacts = EmailFacts['freeze'];

export const frozen = ({ plan, from, until, isOpen, fee, paidThrough, isChanged }: FreezeFacts): Content => ({
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

export const removedFreeze = ({ plan, from, paidThrough }: FreezeFacts): Content => ({
  subject: 'Your membership will not be frozen',
  title: 'Your membership will not be frozen',
  blocks: [
    `We have removed the freeze of your ${plan} membership that was to begin on ${day(from)}.`,
    ...(paidThrough ? [{ rows: [{ label: 'Paid through', value: day(paidThrough) }] }] : []),
    atTheDesk,
  ],
});
