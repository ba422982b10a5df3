import { beginsAt, dayIn, passedAt } from './dates.ts';
import type { HeldTerm } from './membershipStatus.ts';

/** Something that happened, at an instant in milliseconds. */
export interface Dated {
  readonly id: string;
  readonly at: number;
}

/** What has been read of a source, and whether it holds more, all of it older by time and then by id. */
export interface Loaded<Entry extends Dated> {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
}

export interface MergedActivity<Entry extends Dated> {
  /** The newest, at most so many: none before which an unread one could still come. */
  readonly shown: readonly Entry[];
  /** The places, among the sources, of those to be read on before there can be so many. */
  readonly wanting: readonly number[];
  readonly hasMore: boolean;
}

/** The newest `count` entries of several sources that are read page by page: none is skipped and none comes twice. */
export function mergeActivity<Entry extends Dated>(sources: readonly Loaded<Entry>[], count: number): MergedActivity<Entry> {
  const byId = new Map(sources.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry])));
  const all = [...byId.values()].toSorted(newestFirst);
  const edges = sources.map(({ entries, hasMore }) => (hasMore ? (entries.toSorted(newestFirst).at(-1) ?? unread) : undefined));
  const isSure = (entry: Entry) => edges.every((edge) => edge === undefined || newestFirst(entry, edge) <= 0);
  const shown = all.slice(0, count).filter(isSure);
  const last = all.at(count - 1);
  const isShort = (edge: Dated | undefined) =>
    edge !== undefined && (last === undefined || newestFirst(edge, last) < 0);
  return {
    shown,
    wanting: edges.flatMap((edge, index) => (isShort(edge) ? [index] : [])),
    hasMore: all.length > shown.length || edges.some((edge) => edge !== undefined),
  };
}

/** The edge of a source of whose entries none has been read: all of them are older. */
const unread: Dated = { id: '', at: Infinity };

const newestFirst = (a: Dated, b: Dated) => b.at - a.at || Number(a.id < b.id) - Number(a.id > b.id);

export type PlanChangeKind = 'bought' | 'boughtAndStarted' | 'started' | 'ended';

export interface PlanChange extends Dated {
  readonly kind: PlanChangeKind;
  /** When, as it is told: the moment of the purchase, else the first or the last day with access. */
  readonly day: string;
}

/** What has become of a bought plan until now; its start is told apart from its purchase when it was on another day. */
export function planChanges(plan: HeldTerm & { readonly id: string; readonly purchaseDate: string }, now: Date, zone: string): PlanChange[] {
  const { id, startDate, purchaseDate } = plan;
  const bought = new Date(purchaseDate);
  const isAtOnce = dayIn(zone, bought) === startDate;
  const ends = [plan.endDate, plan.contractEndDate].filter((end) => end !== null).toSorted();
  const change = (kind: PlanChangeKind, day: string, at: Date): PlanChange => ({ id: `${id} ${kind}`, kind, day, at: at.getTime() });
  return [
    change(isAtOnce ? 'boughtAndStarted' : 'bought', purchaseDate, bought),
    ...(isAtOnce ? [] : [change('started', startDate, beginsAt(zone, startDate))]),
    ...ends.slice(0, 1).map((end) => change('ended', end, passedAt(zone, end))),
  ].filter(({ at }) => at <= now.getTime());
}
