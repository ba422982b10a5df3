import { sumBy } from 'es-toolkit';
import type { TodayFigures } from '#domain/reports/todayContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { fromCents } from '#domain/shared/money.ts';
import { wallClock } from '#domain/shared/zones.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { todayRepo } from './todayRepo.ts';
import { daysUntilNow, computeUsual, weeksOfHistory } from './usualDay.ts';

interface Place {
  readonly id: string;
  readonly timezone: string;
}

export async function readToday(tx: Tx, location: Place, now: Date): Promise<TodayFigures> {
  const date = todayIn(location.timezone, now);
  const repo = todayRepo(tx, location, daysUntilNow(location.timezone, now));
  const [visits, money, ahead] = [await repo.visits(), await repo.money(), await repo.ahead(date, now)];
  const weeks = weeksOfHistory([...visits, ...money].map(({ week }) => week));
  const [visitsNow, visitsBefore] = apart(visits);
  const [moneyNow, moneyBefore] = apart(money);
  const usualMoneyIn = computeUsual(
    sumBy(moneyBefore, (row) => row.moneyIn),
    weeks,
  );
  const inBy = (method: string) =>
    fromCents(
      sumBy(
        moneyNow.filter((row) => row.method === method),
        (row) => row.moneyIn,
      ),
    );
  return {
    date,
    hour: new Date(wallClock(location.timezone, now.getTime())).getUTCHours(),
    moneyIn: fromCents(sumBy(moneyNow, (row) => row.moneyIn)),
    usualMoneyIn: usualMoneyIn === null ? null : fromCents(Math.round(usualMoneyIn)),
    cash: inBy('cash'),
    card: inBy('card'),
    other: inBy('other'),
    moneyRefunded: fromCents(sumBy(moneyNow, (row) => row.refunded)),
    toCollect: fromCents(ahead.due),
    invoices: ahead.invoices,
    endingSoon: ahead.endingSoon,
    granted: sumBy(visitsNow, (row) => row.byNow),
    usualGranted: computeUsual(
      sumBy(visitsBefore, (row) => row.byNow),
      weeks,
    ),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      granted: sumBy(
        visitsNow.filter((row) => row.hour === hour),
        (row) => row.byNow,
      ),
      usual: computeUsual(
        sumBy(
          visitsBefore.filter((row) => row.hour === hour),
          (row) => row.count,
        ),
        weeks,
      ),
    })),
  };
}

const apart = <Row extends { week: number }>(rows: readonly Row[]): [Row[], Row[]] => [
  rows.filter(({ week }) => week === 0),
  rows.filter(({ week }) => week > 0),
];
