import { sumBy } from 'es-toolkit';
import { perMethod, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
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
  const [visitsNow, visitsBefore] = splitWeeks(visits);
  const [moneyNow, moneyBefore] = splitWeeks(money);
  const usualMoneyIn = computeUsual(sum(moneyBefore, 'moneyIn'), weeks);
  const inBy = (method: PaymentMethod) =>
    fromCents(
      sum(
        moneyNow.filter((row) => row.method === method),
        'moneyIn',
      ),
    );
  return {
    date,
    hour: new Date(wallClock(location.timezone, now.getTime())).getUTCHours(),
    moneyIn: fromCents(sum(moneyNow, 'moneyIn')),
    usualMoneyIn: usualMoneyIn === null ? null : fromCents(Math.round(usualMoneyIn)),
    ...perMethod((_rules, method) => inBy(method)),
    moneyRefunded: fromCents(sum(moneyNow, 'refunded')),
    toCollect: fromCents(ahead.due),
    invoices: ahead.invoices,
    endingSoon: ahead.endingSoon,
    granted: sum(visitsNow, 'byNow'),
    usualGranted: computeUsual(sum(visitsBefore, 'byNow'), weeks),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      granted: sum(
        visitsNow.filter((row) => row.hour === hour),
        'byNow',
      ),
      usual: computeUsual(
        sum(
          visitsBefore.filter((row) => row.hour === hour),
          'count',
        ),
        weeks,
      ),
    })),
  };
}

const splitWeeks = <Row extends { week: number }>(rows: readonly Row[]): [Row[], Row[]] => [
  rows.filter(({ week }) => week === 0),
  rows.filter(({ week }) => week > 0),
];

const sum = <Name extends string>(rows: readonly { readonly [N in Name]: number }[], name: Name): number =>
  sumBy(rows, (row) => row[name]);
