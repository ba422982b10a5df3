import type { ContactMembership, MembershipFreeze } from '#domain/contact-memberships/contract.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import {
  countDays,
  endsBeforeItBegins,
  endsEarly,
  freezeLengthRefusal,
  freezeStartRefusal,
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
  const toTerm = ({ from: first, until: last }: Pick<Freeze, 'from' | 'until'>): Freeze => ({
    from: first,
    until: last,
    longestUntil: last ?? longestUntil(first, limits),
  });
  const freeze = toTerm({ from, until });
  if (until !== null && until < from) return { refusal: endsBeforeItBegins, isBeyondLimits: false, items: [] };
  const others = membership.freezes.filter(({ id }) => id !== changed?.id).map(toTerm);
  const firm = (changed ? null : freezeStartRefusal(from, membership)) ?? freezeLengthRefusal(freeze, others, null);
  const isLimited = firm === null && !(changed && endsEarly(toTerm(changed), freeze, today));
  const limit = isLimited ? freezeLengthRefusal(freeze, others, limits) : null;
  const moved = until === null ? 0 : countDays(freeze);
  const movedBefore = changed?.until ? countDays(toTerm(changed)) : 0;
  const end = shiftedEnd(membership.endDate, moved - movedBefore);
  return {
    refusal: firm ?? limit,
    isBeyondLimits: firm === null && limit !== null,
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
