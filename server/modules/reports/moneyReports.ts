import { groupBy, orderBy, sumBy } from 'es-toolkit';
import { paymentMethodRules, paymentMethods, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { ages, toAge } from '#domain/reports/reportFigures.ts';
import { groupLabel, isTimeGrouping, monthEnds } from '#domain/reports/reportPeriods.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { percentLabel } from '#domain/shared/percent.ts';
import { reportDeferredPacksRepo } from './deferredPacksRepo.ts';
import { reportDeferredRepo, type DeferredOfPlan } from './deferredRepo.ts';
import { reportMoneyRepo } from './moneyRepo.ts';
import { isWithin, listed, sums, type OfDays, type Parts, type ResolvedRequest } from './parts.ts';
import { drawerRows, owedRows, stripeRows } from './rows.ts';
import { reportSalesRepo } from './salesRepo.ts';

export async function sales({ tx, locations, period, both, grouping }: ResolvedRequest): Promise<Parts> {
  const repo = reportSalesRepo(tx, locations);
  const days = await repo.salesByDay(both);
  const totals: OfDays = (within) =>
    sums(days, within, ['net', 'netAfterRefunds', 'tax', 'netTax', 'gross', 'refunds']);
  const taxed = await repo.salesByTaxRate(period);
  const taxRates = taxed.map(({ locationId, locationName, rate, netAfterRefunds, tax, netTax }) => {
    const label = percentLabel(Number(rate));
    return {
      key: `${locationId} ${rate}`,
      label: locations.length > 1 ? `${locationName}, ${label}` : label,
      figures: { netAfterRefunds, tax, taxRefunded: tax - netTax, netTax },
    };
  });
  const tables = { taxRates };
  if (isTimeGrouping(grouping)) return { totals, series: totals, tables };
  const groups = await repo.salesBy(grouping, period);
  const rows = groups.map(({ key, label, ...figures }) => ({
    key,
    label: grouping === 'category' ? (categoryLabels[label] ?? label) : label,
    figures,
  }));
  return { totals, series: totals, rows, tables };
}

const categoryLabels: Record<string, string> = {
  membership: 'Memberships',
  sales_item: 'Sales items',
  location_fee: 'Fees',
};

export async function payments({ tx, locations, period, both }: ResolvedRequest): Promise<Parts> {
  const repo = reportMoneyRepo(tx, locations);
  const closed = await repo.drawers(period, rowsListed);
  const paid = await repo.payments(both);
  const rounded = await repo.cashRounding(both);
  const compared = await repo.reconciliations(period, rowsListed);
  const moved = paid.map((row) => ({ ...row, moneyRefunded: row.refunded, [row.method]: row.moneyIn }));
  const inAndOut: OfDays = (within) => sums(moved, within, ['moneyIn', 'moneyRefunded']);
  const totals: OfDays = (within) => ({ ...inAndOut(within), ...sums(rounded, within, ['cashRounding']) });
  const series: OfDays = (within) => ({ ...sums(moved, within, paymentMethods), ...inAndOut(within) });
  const names = [...new Set(moved.filter(isWithin(period)).map(methodName))].toSorted((a, b) => a.localeCompare(b));
  const methods = names.map((name) => ({
    key: name,
    label: name,
    figures: sums(
      moved.filter((row) => methodName(row) === name),
      period,
      ['moneyIn', 'moneyRefunded'],
    ),
  }));
  return { totals, series, tables: { methods, drawers: drawerRows(closed), stripe: stripeRows(compared) } };
}

const methodName = ({ method, name }: { method: PaymentMethod; name: string | null }) =>
  name ?? paymentMethodRules[method].label;

export async function toCollect({ tx, locations, period, previous, both }: ResolvedRequest): Promise<Parts> {
  const repo = reportMoneyRepo(tx, locations);
  const owed = await repo.toCollect(period);
  const owedBefore = await repo.toCollect(previous);
  const writtenOff = await repo.writtenOff(both);
  const oldest = await repo.oldestOwed(period, listed);
  const sumOwed = (amounts: typeof owed, state?: (typeof owed)[number]['state']) =>
    sumBy(
      amounts.filter((one) => state === undefined || one.state === state),
      ({ due }) => due,
    );
  const countInvoices = (amounts: typeof owed) => sumBy(amounts, ({ invoices }) => invoices);
  return {
    totals: (within) => {
      const amounts = within.to === period.to ? owed : owedBefore;
      const lost = sumBy(writtenOff.filter(isWithin(within)), ({ cents }) => cents);
      return { toCollect: sumOwed(amounts), invoices: countInvoices(amounts), writtenOff: lost };
    },
    rows: ages.map(({ key, label }) => {
      const aged = owed.filter(({ days }) => toAge(days) === key);
      const figures = {
        invoices: countInvoices(aged),
        open: sumOwed(aged, 'open'),
        partiallyPaid: sumOwed(aged, 'partiallyPaid'),
        overdue: sumOwed(aged, 'overdue'),
        toCollect: sumOwed(aged),
      };
      return { key, label, figures };
    }),
    tables: { oldest: owedRows(oldest) },
  };
}

export async function deferred({ tx, locations, period, previous }: ResolvedRequest): Promise<Parts> {
  const months = monthEnds(period.to, monthsShown).filter((day) => day > period.to);
  const read = async (days: readonly CalendarDate[]) => [
    ...(await reportDeferredRepo(tx, locations).deferred(days)),
    ...(await reportDeferredPacksRepo(tx, locations).deferred(days)),
  ];
  const amounts = [...(await read([previous.to])), ...(await read([period.to, ...months]))];
  const on = (day: CalendarDate) => amounts.filter((row) => row.day === day);
  const leftOn = (day: CalendarDate) => sumBy(on(day), ({ cents }) => cents);
  const schedule = months.map((day, index) => ({
    key: day.slice(0, 7),
    label: groupLabel(`${day.slice(0, 7)}-01`, 'month'),
    figures: { served: leftOn(months[index - 1] ?? period.to) - leftOn(day), deferred: leftOn(day) },
  }));
  return {
    totals: (within) => ({ deferred: leftOn(within.to) }),
    rows: orderBy(byPlan(on(period.to)), ['cents', 'plan'], ['desc', 'asc']).map(
      ({ plan, memberships: count, cents }) => ({
        key: plan,
        label: plan,
        figures: { memberships: count, deferred: cents },
      }),
    ),
    tables: { months: schedule },
  };
}

/** A plan may have become a pack, or no longer be one. */
const byPlan = (amounts: readonly DeferredOfPlan[]) =>
  Object.entries(groupBy(amounts, ({ plan }) => plan)).map(([plan, rows]) => ({
    plan,
    memberships: sumBy(rows, (row) => row.memberships),
    cents: sumBy(rows, ({ cents }) => cents),
  }));

/** Drawers, and reconciliations. */
const rowsListed = 100;
const monthsShown = 13;
