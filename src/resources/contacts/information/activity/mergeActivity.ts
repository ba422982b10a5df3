import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { beginsAt, dayIn, passedAt } from '#domain/shared/dates.ts';
import { lastDayOfAccess, type MembershipTerm } from '#domain/contact-memberships/membershipStatus.ts';

/** An event at a time in milliseconds. */
export interface Dated {
  readonly id: string;
  readonly at: number;
}

/** The entries loaded from a source so far, and whether it has more. Sorted by time, then id, newest first. */
export interface Loaded<Entry extends Dated> {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
}

interface MergedActivity<Entry extends Dated> {
  /** The newest entries that are certain: no entry that is still to load could sort before them. */
  readonly shown: readonly Entry[];
  /** Indexes of the sources that need their next page. */
  readonly wanting: readonly number[];
  readonly hasMore: boolean;
}

/** Merges paged sources into the newest `count` entries, without gaps or duplicates. */
export function mergeActivity<Entry extends Dated>(
  sources: readonly Loaded<Entry>[],
  count: number,
): MergedActivity<Entry> {
  const byId = new Map(sources.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry])));
  const all = [...byId.values()].toSorted(newestFirst);
  const edges = sources.map(({ entries, hasMore }) =>
    hasMore ? (entries.toSorted(newestFirst).at(-1) ?? unread) : undefined,
  );
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

/** The boundary of a source with nothing loaded yet: all of its entries are older. */
const unread: Dated = { id: '', at: Infinity };

const newestFirst = (a: Dated, b: Dated) => b.at - a.at || Number(a.id < b.id) - Number(a.id > b.id);

export type PlanChangeKind = 'bought' | 'boughtAndStarted' | 'started' | 'changed' | 'ended';

export interface PlanChange extends Dated {
  readonly kind: PlanChangeKind;
  /** The time of the purchase or change, or the first or last day of access. */
  readonly day: string;
  /** Its name then. */
  readonly planName: string;
  /** The name before the change. */
  readonly oldName?: string;
}

type PurchasedPlan = MembershipTerm & Pick<ContactMembership, 'id' | 'purchaseDate' | 'membershipName' | 'planChanges'>;

/** The history of a purchased plan up to now. The start is a separate event if it is on another day than the purchase. */
export function planChanges(plan: PurchasedPlan, now: Date, zone: string): PlanChange[] {
  const { id, startDate, purchaseDate, membershipName, planChanges: changes = [] } = plan;
  const bought = new Date(purchaseDate);
  const isAtOnce = dayIn(zone, bought) === startDate;
  const end = lastDayOfAccess(plan);
  const nameAt = (at: Date) => changes.find(({ changedAt }) => new Date(changedAt) > at)?.fromPlan ?? membershipName;
  const change = (kind: PlanChangeKind, day: string, at: Date): PlanChange => ({
    id: `${id} ${kind}`,
    kind,
    day,
    at: at.getTime(),
    planName: nameAt(at),
  });
  return [
    change(isAtOnce ? 'boughtAndStarted' : 'bought', purchaseDate, bought),
    ...(isAtOnce ? [] : [change('started', startDate, beginsAt(zone, startDate))]),
    ...changes.map(({ changedAt, fromPlan, toPlan }) => ({
      id: `${id} changed ${changedAt}`,
      kind: 'changed' as const,
      day: changedAt,
      at: Date.parse(changedAt),
      planName: toPlan,
      oldName: fromPlan,
    })),
    ...(end === null ? [] : [change('ended', end, passedAt(zone, end))]),
  ].filter(({ at }) => at <= now.getTime());
}
