import { groupBy, sortBy, sumBy } from 'es-toolkit';
import { sql } from 'kysely';
import type { Report, ReportQuery, ReportRow, ReportTotals } from '#domain/contract/reports.ts';
import { cancellationReasonLabels } from '#domain/rules/cancellation.ts';
import { shortDate } from '#domain/rules/dateText.ts';
import { addDays, todayIn, type CalendarDate } from '#domain/rules/dates.ts';
import { fromCents } from '#domain/rules/money.ts';
import { ageOf, ages, churnOf, figureOf, isByTime, reportLayouts, type FigureName, type Grouping, type ReportKind } from '#domain/rules/reportFigures.ts';
import { groupLabel, groupsOf, monthEnds, previousPeriod, weekdayOf, type ReportPeriod, type TimeGrouping } from '#domain/rules/reportPeriods.ts';
import type { Tx } from '#server/db/database.ts';
import { reportAttendanceRepo } from './reports-attendance.repo.ts';
import { reportDeferredRepo } from './reports-deferred.repo.ts';
import { reportMembersRepo } from './reports-members.repo.ts';
import { reportMoneyRepo, type SalesGrouping } from './reports-money.repo.ts';
import { cardRows, drawerRows, stripeRows } from './reports.rows.ts';
import type { ReportLocation } from './reports.windows.ts';

/** Figures in cents and counts, by name. */
type Figures = Partial<Record<FigureName, number | null>>;
type OfDays = (period: ReportPeriod) => Figures;
type Row = { readonly key: string; readonly label: string; readonly detail?: string } & { readonly figures: Figures };

/** What a report is made of: the figures of any days in it, and its tables. */
interface Parts {
  readonly totals: OfDays;
  /** For each group of days; absent where there is no trend to show. */
  readonly series?: OfDays;
  readonly rows?: readonly Row[];
  readonly tables?: Readonly<Record<string, readonly Row[]>>;
  readonly hours?: number[][];
}

export interface ReportRequest {
  /** Runs `work` in a read-only transaction. A report uses two at once at most. */
  readonly read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly kind: ReportKind;
  readonly locations: readonly ReportLocation[];
  readonly query: ReportQuery;
  readonly now: Date;
}

interface Asked extends ReportRequest {
  readonly period: ReportPeriod;
  readonly previous: ReportPeriod;
  /** Both periods. */
  readonly both: ReportPeriod;
  readonly grouping: Grouping;
  readonly today: CalendarDate;
}

/** A report with its figures in dollars, over the days that the query names or this month until today. */
export async function reportOf(request: ReportRequest): Promise<Report> {
  const { kind, locations, query, now } = request;
  const today = todayIn(locations[0]?.timezone ?? 'UTC', now);
  const to = query.to ?? (query.from && query.from > today ? query.from : today);
  const period = { from: query.from ?? `${to.slice(0, 7)}-01`, to };
  const previous = previousPeriod(period);
  const grouping = query.groupBy ?? 'day';
  const asked = { ...request, read: inMemory(request.read), period, previous, both: { from: previous.from, to }, grouping, today };
  const { totals, series, rows, tables = {}, hours } = await parts[kind](asked);
  const time: TimeGrouping = grouping === 'week' || grouping === 'month' ? grouping : 'day';
  const developed = series ? groupsOf(period, time).map(({ key, ...days }) => toRow({ key, label: groupLabel(key, time), figures: series(days) })) : [];
  return {
    ...period,
    groupBy: grouping,
    totals: toWire(totals(period)),
    previous: toWire(totals(previous)),
    series: developed,
    rows: rows?.map(toRow) ?? developed,
    tables: Object.fromEntries(Object.keys(reportLayouts[kind].tables).map((name) => [name, (tables[name] ?? []).map(toRow)])),
    ...(hours && { hours }),
  };
}

/** Reports read many rows, so each statement is planned for its values and may keep them in memory. */
const inMemory = (read: ReportRequest['read']): ReportRequest['read'] => (work) =>
  read(async (tx) => {
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '64MB', true)`.execute(tx);
    return work(tx);
  });

const toRow = ({ figures, ...row }: Row): ReportRow => ({ ...row, ...toWire(figures) });

const toWire = (amounts: Figures): ReportTotals =>
  Object.fromEntries(
    (Object.entries(amounts) as [FigureName, number | null][]).map(([name, value]) => [name, value !== null && figureOf(name).kind === 'money' ? fromCents(value) : value]),
  );

const parts: Record<ReportKind, (asked: Asked) => Promise<Parts>> = { overview, sales, payments, 'to-collect': toCollect, memberships, attendance, deferred };

async function sales({ read, locations, period, both, grouping }: Asked): Promise<Parts> {
  const byTime = isByTime('sales', grouping);
  const [days, groups] = await Promise.all([
    read(async (tx) => [...(await reportMoneyRepo(tx, locations).salesByDay(both)), ...(await reportMoneyRepo(tx, locations).refundsByDay(both))]),
    byTime ? [] : read((tx) => reportMoneyRepo(tx, locations).salesBy(grouping as SalesGrouping, period)),
  ]);
  const totals: OfDays = (within) => sums(days, within, ['net', 'tax', 'gross', 'refunds']);
  if (byTime) return { totals, series: totals };
  const rows = groups.map(({ key, label, ...figures }) => ({ key, label: grouping === 'category' ? (categoryLabels[label] ?? label) : label, figures }));
  return { totals, series: totals, rows };
}

const categoryLabels: Record<string, string> = { membership: 'Memberships', sales_item: 'Sales items', location_fee: 'Fees' };

async function payments({ read, locations, period, both }: Asked): Promise<Parts> {
  const { closed, paid, compared } = await read(async (tx) => {
    const repo = reportMoneyRepo(tx, locations);
    return { closed: await repo.drawers(period, drawersListed), paid: await repo.payments(both), compared: await repo.reconciliations(period, drawersListed) };
  });
  const moved = paid.map((row) => ({ ...row, moneyRefunded: row.refunded, [row.method]: row.moneyIn }));
  const totals: OfDays = (within) => sums(moved, within, ['moneyIn', 'moneyRefunded']);
  const series: OfDays = (within) => ({ ...sums(moved, within, ['cash', 'card', 'other']), ...totals(within) });
  const names = [...new Set(moved.filter(isWithin(period)).map(methodName))].toSorted((a, b) => a.localeCompare(b));
  const methods = names.map((name) => ({ key: name, label: name, figures: sums(moved.filter((row) => methodName(row) === name), period, ['moneyIn', 'moneyRefunded']) }));
  return { totals, series, tables: { methods, drawers: drawerRows(closed), stripe: stripeRows(compared) } };
}

const methodName = ({ method, name }: { method: 'cash' | 'card' | 'other'; name: string | null }) => name ?? { cash: 'Cash', card: 'Card', other: 'Other' }[method];

async function toCollect({ read, locations, period, previous, both, now }: Asked): Promise<Parts> {
  const { owed, owedBefore, writtenOff, oldest } = await read(async (tx) => {
    const repo = reportMoneyRepo(tx, locations);
    return {
      owed: await repo.toCollect(period, now),
      owedBefore: await repo.toCollect(previous, now),
      writtenOff: await repo.writtenOff(both),
      oldest: await repo.oldestOwed(period, now, listed),
    };
  });
  const sumOf = (amounts: typeof owed, state?: (typeof owed)[number]['state']) =>
    sumBy(amounts.filter((one) => state === undefined || one.state === state), ({ due }) => due);
  const countOf = (amounts: typeof owed) => amounts.reduce((sum, { invoices }) => sum + invoices, 0);
  return {
    totals: (within) => {
      const amounts = within.to === period.to ? owed : owedBefore;
      const lost = writtenOff.filter(isWithin(within)).reduce((sum, { cents }) => sum + cents, 0);
      return { toCollect: sumOf(amounts), invoices: countOf(amounts), writtenOff: lost };
    },
    rows: ages.map(({ key, label }) => {
      const aged = owed.filter(({ days }) => ageOf(days) === key);
      const figures = { invoices: countOf(aged), open: sumOf(aged, 'open'), partiallyPaid: sumOf(aged, 'partiallyPaid'), overdue: sumOf(aged, 'overdue'), toCollect: sumOf(aged) };
      return { key, label, figures };
    }),
    tables: { oldest: oldest.map(({ id, customer, writtenOn, due }) => ({ key: id, label: customer, detail: shortDate(writtenOn, 'UTC'), figures: { toCollect: due } })) },
  };
}

/** Members and recurring revenue on any days, from what began and ended on each day before. */
async function development(tx: Tx, { locations, both }: Asked) {
  const days = await reportMembersRepo(tx, locations).development(both);
  const until = (day: CalendarDate, of: (row: (typeof days)[number]) => number) => days.reduce((sum, row) => (row.day <= day ? sum + of(row) : sum), 0);
  const membersOn = (day: CalendarDate) => until(day, ({ joined, left }) => joined - left);
  const revenueOn = (day: CalendarDate) => until(day, ({ added, changed, lost }) => added + changed - lost);
  const moved: OfDays = (within) => {
    const counted = days.filter(isWithin(within));
    const [recurringNew = 0, recurringChanged = 0, recurringLost = 0] = (['added', 'changed', 'lost'] as const).map((name) => counted.reduce((sum, row) => sum + row[name], 0));
    return { ...sums(counted, within, ['joined', 'left']), atEnd: membersOn(within.to), recurringNew, recurringChanged, recurringLost, recurringRevenue: revenueOn(within.to) };
  };
  return { moved, membersOn };
}

async function memberships(asked: Asked): Promise<Parts> {
  const { read, locations, period, previous, today } = asked;
  const ahead = { from: today, to: addDays(today, daysAhead) };
  const [{ moved, membersOn }, { frozen, reasons, renewals, cards, ending }] = await Promise.all([
    read((tx) => development(tx, asked)),
    read(async (tx) => {
      const repo = reportMembersRepo(tx, locations);
      return {
        frozen: { [period.to]: await repo.frozen(period), [previous.to]: await repo.frozen(previous) },
        reasons: await repo.reasons(period),
        renewals: await repo.renewals(ahead),
        cards: await repo.expiredCards(ahead, listed),
        ending: await repo.ending(ahead, listed),
      };
    }),
  ]);
  return {
    totals: (within) => {
      const figures = moved(within);
      const atStart = membersOn(addDays(within.from, -1));
      return { atStart, ...figures, frozen: frozen[within.to] ?? 0, churn: churnOf(figures.left ?? 0, atStart) };
    },
    series: moved,
    tables: {
      reasons: reasons.map(({ reason, memberships: count }) => ({ key: reason, label: cancellationReasonLabels[reason], figures: { memberships: count } })),
      renewals: renewals.map(({ by, memberships: count, expired, cents }) => ({ key: by, label: by === 'card' ? 'By card' : 'By hand', figures: { memberships: count, expiredCards: expired, amount: cents } })),
      cards: cardRows(cards),
      ending: ending.map(({ id, name, plan, endsOn, cents }) => ({ key: id, label: name, detail: `${plan}, until ${shortDate(endsOn, 'UTC')}`, figures: { amount: cents } })),
    },
  };
}

/** Check-ins by day, by weekday and hour, and by the reason of a denial. */
async function attendance({ read, locations, period, previous, both }: Asked): Promise<Parts> {
  const [visits, { visitsBefore, denials, notSeen }] = await Promise.all([
    read((tx) => reportAttendanceRepo(tx, locations).visitsByHour(period)),
    read(async (tx) => {
      const repo = reportAttendanceRepo(tx, locations);
      return {
        visitsBefore: await repo.visitsByDay(previous),
        denials: await repo.denials(both),
        notSeen: await reportMembersRepo(tx, locations).notSeen(period, notSeenLengths),
      };
    }),
  ]);
  const totals: OfDays = (within) => ({ ...sums([...visitsBefore, ...visits], within, ['granted']), ...sums(denials, within, ['denied']) });
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { day, hour, granted } of visits) hours[weekdayOf(day)]?.splice(hour, 1, (hours[weekdayOf(day)]?.[hour] ?? 0) + granted);
  const deniedNow = groupBy(denials.filter(isWithin(period)), ({ reason }) => reason);
  const reasons = sortBy(Object.entries(deniedNow).map(([reason, rows]) => ({ reason, denied: sumBy(rows, ({ denied }) => denied) })), [({ denied }) => -denied, ({ reason }) => reason]);
  return {
    totals,
    series: totals,
    hours,
    tables: {
      denials: reasons.map(({ reason, denied }) => ({ key: reason, label: reason, figures: { denied } })),
      notSeen: notSeenLengths.map((length) => ({ key: String(length), label: `${length} days`, figures: { members: notSeen.find((row) => row.days === length)?.members ?? 0 } })),
    },
  };
}

async function deferred({ read, locations, period, previous, today }: Asked): Promise<Parts> {
  const months = monthEnds(period.to, monthsShown).filter((day) => day > period.to);
  const deferredOn = (days: readonly CalendarDate[]) => read((tx) => reportDeferredRepo(tx, locations).deferred(days, today));
  const amounts = (await Promise.all([deferredOn([previous.to]), deferredOn([period.to, ...months])])).flat();
  const on = (day: CalendarDate) => amounts.filter((row) => row.day === day);
  const leftOn = (day: CalendarDate) => on(day).reduce((sum, { cents }) => sum + cents, 0);
  const served = months.map((day, index) => ({
    key: day.slice(0, 7),
    label: groupLabel(`${day.slice(0, 7)}-01`, 'month'),
    figures: { served: leftOn(months[index - 1] ?? period.to) - leftOn(day), deferred: leftOn(day) },
  }));
  return {
    totals: (within) => ({ deferred: leftOn(within.to) }),
    rows: on(period.to).map(({ plan, memberships: count, cents }) => ({ key: plan, label: plan, figures: { memberships: count, deferred: cents } })),
    tables: { months: served },
  };
}

/** The figures that an owner looks at first. */
async function overview(asked: Asked): Promise<Parts> {
  const { read, locations, period, previous, both, now } = asked;
  const [{ sold, paid, owed, owedBefore }, { visits, moved }] = await Promise.all([
    read(async (tx) => {
      const repo = reportMoneyRepo(tx, locations);
      return { sold: await repo.salesByDay(both), paid: await repo.payments(both), owed: await repo.toCollect(period, now), owedBefore: await repo.toCollect(previous, now) };
    }),
    read(async (tx) => ({ visits: await reportAttendanceRepo(tx, locations).visitsByDay(both), moved: (await development(tx, asked)).moved })),
  ]);
  const pick = (amounts: Figures, ...names: FigureName[]) => Object.fromEntries(names.map((name) => [name, amounts[name] ?? 0]));
  const flow: OfDays = (within) => ({ ...sums(sold, within, ['net']), ...sums(paid, within, ['moneyIn']), ...sums(visits, within, ['granted']) });
  return {
    totals: (within) => ({
      ...flow(within),
      ...pick(moved(within), 'atEnd', 'recurringRevenue'),
      toCollect: sumBy(within.to === period.to ? owed : owedBefore, ({ due }) => due),
    }),
    series: (within) => ({ ...flow(within), ...pick(moved(within), 'joined', 'left') }),
  };
}

const isWithin = ({ from, to }: ReportPeriod) => ({ day }: { readonly day: CalendarDate }) => from <= day && day <= to;

/** The sums of these columns over the rows of some days. */
const sums = <Name extends FigureName>(rows: readonly ({ readonly day: CalendarDate } & { readonly [N in Name]?: number })[], within: ReportPeriod, names: readonly Name[]): Record<Name, number> => {
  const counted = rows.filter(isWithin(within));
  return Object.fromEntries(names.map((name) => [name, counted.reduce((sum, row) => sum + (row[name] ?? 0), 0)])) as Record<Name, number>;
};

/** The rows of a list of invoices or people. */
const listed = 20;
const drawersListed = 100;
const daysAhead = 30;
const notSeenLengths = [14, 30, 60] as const;
/** The months that show how deferred revenue is served. */
const monthsShown = 13;
