import { groupBy, sumBy } from 'es-toolkit';
import { expect } from 'vitest';
import { wallClock } from './ledgerReports.ts';
import type { Caller, Reply } from './server.ts';

const figures = ['gross', 'moneyIn', 'moneyRefunded', 'writtenOff'] as const;
export type FigureName = (typeof figures)[number];

export interface Place {
  readonly id: string;
  readonly zone: string;
}

/** What a request moved, at which location, by its response. In cents. */
export interface Move {
  readonly place: number;
  readonly at: Date;
  readonly figure: FigureName;
  readonly cents: number;
  /** Of money that moved. */
  readonly method?: Method | undefined;
}

export type Method = 'cash' | 'card';

/** A card payment that the bank has not decided, and the cash beside it, which moves with it. */
export interface PendingCard {
  readonly place: number;
  readonly invoiceId: string;
  readonly intentId: string;
  readonly card: number;
  readonly cash: number;
  /** Into which the cash was put. When it is closed first, the sale is given up. */
  readonly drawer?: string | undefined;
  readonly quantity: number;
  /** What is due of a bill after it. */
  readonly rest: number;
}

export const toCents = (dollars: number) => Math.round(dollars * 100);

/** Of one place, or of all. */
export function sumMoves(
  places: readonly Place[],
  moves: readonly Move[],
  index: number | undefined,
  figure: FigureName,
  isIn: (day: string) => boolean,
  method?: Method,
) {
  return moves
    .filter(
      (move) =>
        (method === undefined || move.method === method) &&
        (index === undefined || move.place === index) &&
        move.figure === figure &&
        isIn(wallClock(places[move.place]!.zone, move.at).slice(0, 10)),
    )
    .reduce((sum, { cents }) => sum + cents, 0);
}

/** The reports, the ledger, the journal and the drawers of each day and of all of them, at each place and at all, have what moved. */
export async function expectBooksToAgree(
  admin: Caller,
  companyId: string,
  places: readonly Place[],
  moves: readonly Move[],
): Promise<void> {
  const get = async (path: string) => {
    const { status, body } = await admin.get(path);
    if (status !== 200) throw new Error(`${path} ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const days = [
    ...new Set(moves.flatMap(({ at }) => places.map(({ zone }) => wallClock(zone, at).slice(0, 10)))),
  ].toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const periods = [
    ...days.map((day) => [day, day] as const),
    [first, last] as const,
    [`${first.slice(0, 7)}-01`, last] as const,
  ];
  for (const index of [0, 1, undefined])
    for (const [from, to] of periods) {
      const place = index === undefined ? '' : `&locationId=${places[index]!.id}`;
      const query = `from=${from}&to=${to}${place}`;
      const expected = Object.fromEntries(
        figures.map((name) => [name, sumMoves(places, moves, index, name, (day) => from <= day && day <= to)]),
      );
      const reports: Record<string, { totals: Record<string, number>; rows: Record<string, number>[] }> = {};
      for (const kind of ['sales', 'payments', 'to-collect'])
        reports[kind] = (await get(`/reports/${kind}?${query}`)).report;
      const totals = {
        ...reports['sales']!.totals,
        ...reports['payments']!.totals,
        ...reports['to-collect']!.totals,
      };
      const actual = Object.fromEntries(figures.map((name) => [name, toCents(totals[name] ?? Number.NaN)]));
      expect({ from, to, index, ...actual }).toEqual({ from, to, index, ...expected });
      const rows = (kind: string, name: string) =>
        reports[kind]!.rows.reduce((sum, row) => sum + toCents(row[name] ?? 0), 0);
      expect([rows('sales', 'gross'), rows('payments', 'moneyIn'), rows('payments', 'moneyRefunded')]).toEqual([
        expected['gross'],
        expected['moneyIn'],
        expected['moneyRefunded'],
      ]);
      for (const method of ['cash', 'card'] as const)
        expect([method, rows('payments', method)]).toEqual([
          method,
          sumMoves(places, moves, index, 'moneyIn', (day) => from <= day && day <= to, method),
        ]);
      const company = index === undefined ? `&companyId=${companyId}` : '';
      const ledger = async (kinds: string) =>
        (await get(`/ledger?${query}${company}&account=cash,card,other&kind=${kinds}`)).totals;
      const [paidIn, back] = [await ledger('payment,write_off_paid'), await ledger('refund,refund_failed')];
      expect([toCents(paidIn.debit), toCents(back.credit) - toCents(back.debit)]).toEqual([
        expected['moneyIn'],
        expected['moneyRefunded'],
      ]);
      const { preview } = await get(`/accounting/preview?${query}${company}`);
      expect(preview.debit).toBe(preview.credit);
      const lines = toLines(await get(`/accounting/export?${query}${company}`));
      for (const ofDay of Object.values(groupBy(lines, ({ day, location }) => `${day} ${location}`)))
        expect([ofDay[0]!.day, sumBy(ofDay, ({ cents }) => cents)]).toEqual([ofDay[0]!.day, 0]);
      const booked = (entry: string, ...accounts: string[]) =>
        sumBy(
          lines.filter((line) => line.entry === entry && accounts.includes(line.account)),
          ({ cents }) => cents,
        );
      expect([
        lines.filter(({ day }) => day < from || day > to),
        booked('Sales', '1200') + booked('Voided invoices', '1200'),
        booked('Payments', '1000', '1020'),
        -booked('Refunds', '1000', '1020') + 0,
        booked('Write-offs', '6100'),
      ]).toEqual([[], ...figures.map((name) => expected[name])]);
    }
  await expectDrawersToAgree(get, places, moves);
}

/** Debits are positive. No name in the file has a comma. */
const toLines = (file: string) =>
  file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const [day = '', location = '', entry = '', account = '', , debit = '', credit = ''] = line.split(',');
      return { day, location, entry, account, cents: toCents(Number(debit) - Number(credit)) };
    });

/** The Z and X reports of each location together have what moved while its drawers were counted. */
async function expectDrawersToAgree(
  get: (path: string) => Promise<Reply['body']>,
  places: readonly Place[],
  moves: readonly Move[],
): Promise<void> {
  for (const [index, { id }] of places.entries()) {
    const { drawers: all } = await get(`/drawers?locationId=${id}`);
    if (all.length === 0) continue;
    const read = await Promise.all(all.map(async (one: { id: string }) => (await get(`/drawers/${one.id}`)).drawer));
    const since = Math.min(...read.map(({ reportFrom }) => Date.parse(reportFrom)));
    const until = read.some(({ closedAt }) => closedAt === null)
      ? Infinity
      : Math.max(...read.map(({ closedAt }) => Date.parse(closedAt)));
    const inReports = (name: string) =>
      read.reduce(
        (sum, { byMethod }) =>
          sum + byMethod.reduce((all_: number, one: Record<string, number>) => all_ + toCents(one[name] ?? 0), 0),
        0,
      );
    const moved = (figure: FigureName) =>
      moves
        .filter(
          (move) =>
            move.place === index && move.figure === figure && move.at.getTime() >= since && move.at.getTime() < until,
        )
        .reduce((sum, { cents }) => sum + cents, 0);
    expect([inReports('amount'), inReports('refunded')]).toEqual([moved('moneyIn'), moved('moneyRefunded')]);
  }
}
