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

/** The totals of some days in cents, computed independently from every row of the ledger. */
function expectedTotals(ledger: readonly LedgerInvoice[], from: string, to: string) {
  const isIn = (zone: string, time: Date) => from <= wallDay(zone, time) && wallDay(zone, time) <= to;
  const sold = ledger.filter(
    ({ status, writtenOff, zone, createdAt }) =>
      status !== 'draft' && (status !== 'void' || writtenOff > 0) && isIn(zone, createdAt),
  );
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
    sales: {
      net: sum(sold.map(({ total, tax }) => total - tax)),
      tax: sum(sold.map(({ tax }) => tax)),
      gross: sum(sold.map(({ total }) => total)),
      refunds: moved('refunded'),
    },
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
  for (const grouping of ['day', 'week', 'month', 'category', 'item', 'staff']) {
    const report = await read(`sales?groupBy=${grouping}&`);
    const actual = {
      net: rowsSum(report, 'net'),
      tax: rowsSum(report, 'tax'),
      gross: rowsSum(report, 'gross'),
      refunds: rowsSum(report, 'refunds'),
    };
    expect({ grouping, from, to, ...actual }).toEqual({ grouping, from, to, ...expected.sales });
  }
}
