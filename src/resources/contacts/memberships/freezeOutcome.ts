import type { ContactMembership, MembershipFreeze } from '#domain/contact-memberships/contract.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import {
  countDays,
  endsBeforeItBegins,
  freezeChangeRefusal,
  freezeRefusal,
  longestUntil,
  shiftedEnd,
  type Freeze,
  type FreezeLimits,
} from '#domain/contact-memberships/freezes.ts';
import { pluralize } from '#src/ui/labels.ts';

interface FreezeRequest {
  membership: ContactMembership;
  changed?: MembershipFreeze | undefined;
  from: CalendarDate;
  until: CalendarDate | null;
  limits: FreezeLimits;
  today: CalendarDate;
}

interface FreezeOutcome {
  /** In the server's words. */
  refusal: string | null;
  /** Only the company's limits forbid it. */
  isBeyondLimits: boolean;
  items: { label: string; value: string }[];
}

/** Uses the rules of the server. */
export function freezeOutcome({ membership, changed, from, until, limits, today }: FreezeRequest): FreezeOutcome {
  const toFreeze = ({ from: first, until: last }: Pick<Freeze, 'from' | 'until'>): Freeze => ({
    from: first,
    until: last,
    longestUntil: last ?? longestUntil(first, limits),
  });
  const freeze = toFreeze({ from, until });
  if (until !== null && until < from) return { refusal: endsBeforeItBegins, isBeyondLimits: false, items: [] };
  const { startDate, endDate } = membership;
  const others = membership.freezes.filter(({ id }) => id !== changed?.id).map(toFreeze);
  const findRefusal = (within: FreezeLimits | null) =>
    changed
      ? freezeChangeRefusal({ freeze: toFreeze(changed), changed: freeze, others, endDate }, within, today)
      : freezeRefusal(freeze, { startDate, endDate, freezes: others }, within);
  const firm = findRefusal(null);
  const refusal = firm ?? findRefusal(limits);
  const moved = until === null ? 0 : countDays(freeze);
  const movedBefore = changed?.until ? countDays(toFreeze(changed)) : 0;
  const end = shiftedEnd(endDate, moved - movedBefore);
  return {
    refusal,
    isBeyondLimits: firm === null && refusal !== null,
    items: [
      {
        label: 'Frozen',
        value:
          until === null
            ? `Until you end it, at the latest on ${day(freeze.longestUntil)}`
            : `${pluralize(moved, 'day')}, until ${day(until)}`,
      },
      ...(end === null
        ? []
        : [{ label: 'Paid through', value: until === null ? 'Moves when the freeze ends' : day(end) }]),
    ],
  };
}

const day = (date: CalendarDate) => shortDate(date, 'UTC');
