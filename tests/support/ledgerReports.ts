import { groupBy, mapValues } from 'es-toolkit';
import { expect } from 'vitest';
import type { Report } from '#domain/reports/contract.ts';
import type { LedgerInvoice } from './ledger.ts';
import type { Caller } from './server.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall-clock time of a zone, '2026-11-01 23:59:59': the Swedish format is the ISO one. */
export function wallClock(zone: string, time: Date): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format.format(time);
}

const wallDay = (zone: string, time: Date) => wallClock(zone, time).slice(0, 10);

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

interface Share {
  readonly net: number;
  readonly tax: number;
}

/** Each line's share of the tax, and of each refund in turn, of which it has as much as is left of its price with tax. */
export function lineShares({ lines, tax, total, moves }: LedgerInvoice) {
  let [sharedNet, sharedTax] = [0, 0];
  const shares = lines.map(({ total: net }, index) => {
    sharedNet += net;
    const through =
      index === lines.length - 1 ? tax : Math.min(tax, sharedTax + Math.round(tax && (tax * net) / (total - tax)));
    const share = { net, tax: through - sharedTax };
    sharedTax = through;
    return share;
  });
  const given = shares.map(() => 0);
  const refunds = moves
    .filter(({ status }) => status === 'refunded')
    .map(({ at, cents, lines: some }) => {
      const left = shares.map(({ net, tax: own }, index) =>
        some && !some.includes(index) ? 0 : net + own - given[index]!,
      );
      const whole = sum(left);
      let [weight, shared] = [0, 0];
      const parts = shares.map(({ net, tax: own }, index): Share => {
        weight += left[index]!;
        const gross = Math.round((cents * weight) / whole) - shared;
        shared += gross;
        const taxOf = (back: number) => (net + own === 0 ? 0 : Math.round((own * back) / (net + own)));
        const back = taxOf(given[index]! + gross) - taxOf(given[index]!);
        given[index]! += gross;
        return { net: gross - back, tax: back };
      });
      return { at, parts };
    });
  return { shares, refunds };
}

interface SoldLine extends Share {
  readonly day: string;
  readonly type: string;
  readonly name: string;
  readonly item: string | undefined;
  readonly refunds: number;
}

/** Each line on the day it was sold, with the other sign on the day it was voided, and on the days of its refunds. */
function soldLines(ledger: readonly LedgerInvoice[]): SoldLine[] {
  return ledger
    .filter(({ status }) => status !== 'draft')
    .flatMap((invoice) => {
      const { zone, lines, status, writtenOff, createdAt, closedAt } = invoice;
      const { shares, refunds } = lineShares(invoice);
      const on = (time: Date, toFigures: (index: number) => Share & { refunds: number }) =>
        lines.map(({ type, name, item }, index) => ({
          day: wallDay(zone, time),
          type,
          name,
          item,
          ...toFigures(index),
        }));
      const sell = (time: Date, sign: 1 | -1) =>
        on(time, (index) => ({ net: sign * shares[index]!.net, tax: sign * shares[index]!.tax, refunds: 0 }));
      return [
        ...sell(createdAt, 1),
        ...(status === 'void' && writtenOff === 0 && closedAt ? sell(closedAt, -1) : []),
        ...refunds.flatMap(({ at, parts }) =>
          on(at, (index) => ({ net: 0, tax: 0, refunds: parts[index]!.net + parts[index]!.tax })).filter(
            ({ refunds: back }) => back !== 0,
          ),
        ),
      ];
    });
}

const totalsOf = (lines: readonly SoldLine[]) => ({
  net: sum(lines.map(({ net }) => net)),
  tax: sum(lines.map(({ tax }) => tax)),
  gross: sum(lines.map(({ net, tax }) => net + tax)),
  refunds: sum(lines.map(({ refunds }) => refunds)),
});

/** The totals of some days in cents, computed independently from every row of the ledger. */
function expectedTotals(ledger: readonly LedgerInvoice[], from: string, to: string) {
  const isIn = (zone: string, time: Date) => from <= wallDay(zone, time) && wallDay(zone, time) <= to;
  const moved = (state: 'completed' | 'refunded') =>
    sum(
      ledger.flatMap(({ zone, moves }) =>
        moves.filter(({ status, at }) => status === state && isIn(zone, at)).map(({ cents }) => cents),
      ),
    );
  const owed = ledger.map(({ zone, status, createdAt, closedAt, total, moves }) => {
    const isBy = (time: Date) => wallDay(zone, time) <= to;
    if (status === 'draft' || !isBy(createdAt) || (closedAt && isBy(closedAt))) return 0;
    return total - sum(moves.filter((move) => move.status === 'completed' && isBy(move.at)).map(({ cents }) => cents));
  });
  return {
    sales: totalsOf(soldLines(ledger).filter(({ day }) => from <= day && day <= to)),
    payments: { moneyIn: moved('completed'), moneyRefunded: moved('refunded') },
    'to-collect': {
      toCollect: sum(owed),
      invoices: owed.filter((due) => due > 0).length,
      writtenOff: sum(
        ledger.filter(({ zone, closedAt }) => closedAt && isIn(zone, closedAt)).map(({ writtenOff }) => writtenOff),
      ),
    },
  };
}

/** What the sales are grouped by, as the keys of the report. */
const groupings = {
  day: ({ day }: SoldLine) => day,
  week: null,
  month: ({ day }: SoldLine) => `${day.slice(0, 7)}-01`,
  category: ({ type }: SoldLine) => type,
  item: ({ type, name, item }: SoldLine) => item ?? `${type} ${name}`,
  staff: () => 'none',
} as const;

const inCents = (report: Report, name: string) =>
  Math.round(Number((report.totals as Record<string, number>)[name]) * (name === 'invoices' ? 1 : 100));

/** Compares every total of some days, and the sums of every table, with the ledger. */
export async function expectReports(
  caller: Caller,
  ledger: readonly LedgerInvoice[],
  { from, to, locationId = '' }: { from: string; to: string; locationId?: string },
) {
  const read = async (path: string): Promise<Report> =>
    (await caller.get(`/reports/${path}from=${from}&to=${to}&locationId=${locationId}`)).body.report;
  const rowsSum = (
    report: Report,
    name: 'net' | 'tax' | 'gross' | 'refunds' | 'moneyIn' | 'moneyRefunded' | 'toCollect',
  ) => sum(report.rows.map((row) => Math.round(Number(row[name]) * 100)));
  const expected = expectedTotals(ledger, from, to);
  for (const kind of ['sales', 'payments', 'to-collect'] as const) {
    const report = await read(`${kind}?`);
    const actual = Object.fromEntries(Object.keys(expected[kind]).map((name) => [name, inCents(report, name)]));
    expect({ kind, from, to, ...actual }).toEqual({ kind, from, to, ...expected[kind] });
    if (kind === 'payments')
      expect([rowsSum(report, 'moneyIn'), rowsSum(report, 'moneyRefunded')]).toEqual([
        expected.payments.moneyIn,
        expected.payments.moneyRefunded,
      ]);
    if (kind === 'to-collect') expect(rowsSum(report, 'toCollect')).toBe(expected['to-collect'].toCollect);
  }
  const sold = soldLines(ledger).filter(({ day }) => from <= day && day <= to);
  for (const [grouping, toKey] of Object.entries(groupings)) {
    const report = await read(`sales?groupBy=${grouping}&`);
    const actual = {
      net: rowsSum(report, 'net'),
      tax: rowsSum(report, 'tax'),
      gross: rowsSum(report, 'gross'),
      refunds: rowsSum(report, 'refunds'),
    };
    expect({ grouping, from, to, ...actual }).toEqual({ grouping, from, to, ...expected.sales });
    if (!toKey) continue;
    const inReport = report.rows.map(({ key, ...row }) => [
      key,
      mapValues(expected.sales, (_cents, name) => Math.round(Number(row[name]) * 100)),
    ]);
    const inLedger = Object.entries(groupBy(sold, toKey)).map(([key, lines]) => [key, totalsOf(lines)]);
    const withAnything = (rows: unknown[][]) =>
      Object.fromEntries(rows.filter(([, row]) => Object.values(row as object).some((cents) => cents !== 0)));
    expect({ grouping, ...withAnything(inReport) }).toEqual({ grouping, ...withAnything(inLedger) });
  }
}
