import { sumBy } from 'es-toolkit';
import { renewalMethodLabels } from '#domain/memberships/membershipPlan.ts';
import { addDays, type CalendarDate } from '#domain/shared/dates.ts';
import { computeChurn } from '#domain/reports/reportFigures.ts';
import { reportMembersRepo, leavingReasonLabels } from './membersRepo.ts';
import { isWithin, listed, sums, type ResolvedRequest, type OfDays, type Parts } from './parts.ts';
import { cardRows, endingRows } from './rows.ts';

export async function development({ tx, locations, period, now }: ResolvedRequest) {
  const days = await reportMembersRepo(tx, locations, now).development(period.to);
  const until = (day: CalendarDate, of: (row: (typeof days)[number]) => number) =>
    sumBy(days, (row) => (row.day <= day ? of(row) : 0));
  const membersOn = (day: CalendarDate) => until(day, ({ joined, left }) => joined - left);
  const revenueOn = (day: CalendarDate) => until(day, ({ added, changed, lost }) => added + changed - lost);
  const moved: OfDays = (within) => {
    const counted = days.filter(isWithin(within));
    const [recurringNew = 0, recurringChanged = 0, recurringLost = 0] = (['added', 'changed', 'lost'] as const).map(
      (name) => sumBy(counted, (row) => row[name]),
    );
    return {
      ...sums(counted, within, ['joined', 'left']),
      atEnd: membersOn(within.to),
      recurringNew,
      recurringChanged,
      recurringLost,
      recurringRevenue: revenueOn(within.to),
    };
  };
  return { moved, membersOn };
}

export async function memberships(resolved: ResolvedRequest): Promise<Parts> {
  const { tx, locations, period, previous, now, today } = resolved;
  const ahead = { from: today, to: addDays(today, daysAhead) };
  const { moved, membersOn } = await development(resolved);
  const repo = reportMembersRepo(tx, locations, now);
  const frozen = { [period.to]: await repo.frozen(period), [previous.to]: await repo.frozen(previous) };
  const [reasons, renewals] = [await repo.reasons(period), await repo.renewals(ahead)];
  const [cards, ending] = [await repo.expiredCards(ahead, listed), await repo.ending(ahead, listed)];
  return {
    totals: (within) => {
      const figures = moved(within);
      const atStart = membersOn(addDays(within.from, -1));
      return { atStart, ...figures, frozen: frozen[within.to] ?? 0, churn: computeChurn(figures.left ?? 0, atStart) };
    },
    series: moved,
    tables: {
      reasons: reasons.map(({ reason, members }) => ({
        key: reason,
        label: leavingReasonLabels[reason],
        figures: { members },
      })),
      renewals: renewals.map(({ by, memberships: count, cents }) => ({
        key: by,
        label: renewalMethodLabels[by],
        figures: { memberships: count, expiredCards: by === 'card' ? (cards[0]?.total ?? 0) : 0, amount: cents },
      })),
      cards: cardRows(cards),
      ending: endingRows(ending),
    },
  };
}

const daysAhead = 30;
