import { freezeOn, lastFrozenDay } from '#domain/contact-memberships/freezes.ts';
import { termOn } from '#domain/contact-memberships/membershipStatus.ts';
import { isRepeatedVisit, primaryMembership } from '#domain/contact-memberships/primaryMembership.ts';
import type { CheckinDenied } from '#domain/checkins/contract.ts';
import { endOfDay, startOfDay, todayIn } from '#domain/shared/dates.ts';
import { lockPacks } from '#server/modules/contact-memberships/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessibleLocation } from '#server/platform/http/accessScope.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { checkinDecision, entryDecision, isPack } from '#domain/checkins/checkinDecision.ts';
import { visitorsRepo } from './visitorsRepo.ts';

interface EntryAttempt {
  readonly contactId: string;
  readonly at: Date;
  /** A desk does not refuse whoever is inside. */
  readonly isDesk: boolean;
  /** Reported after it happened: what came later does not count. */
  readonly isLate?: boolean;
}

export type DecidedCheckin = Awaited<ReturnType<typeof decideCheckin>>;

/** Attempts of one contact wait for one another where the second depends on the first. */
export async function decideCheckin(tx: Tx, attempt: EntryAttempt, location: AccessibleLocation) {
  const decided = await readAndDecide(tx, attempt, location);
  const { decision, terms, visitor } = decided;
  const needsPack = (!decision.granted || isPack(decision.by)) && terms.some(isPack);
  const countsVisits = terms.some(({ visitsPerDay }) => visitsPerDay !== null);
  const countsEntries = !attempt.isDesk && visitor.reentry === 'refuse';
  if (!needsPack && !countsVisits && !countsEntries) return decided;
  if (countsVisits || countsEntries) await visitorsRepo(tx).lock(attempt.contactId);
  if (needsPack) await lockPacks(tx, attempt.contactId);
  return readAndDecide(tx, attempt, location);
}

async function readAndDecide(tx: Tx, { contactId, at, isDesk, isLate }: EntryAttempt, location: AccessibleLocation) {
  const repo = visitorsRepo(tx);
  const place = { id: location.id, zone: location.timezone };
  const today = todayIn(location.timezone, at);
  const visitor =
    (await repo.one(contactId, location.companyId, { at, today, isLate: isLate ?? false })) ??
    raise(notFound('Contact'));
  const { heldMemberships, lastVisit, repeatMinutes, block } = visitor;
  const sameVisit = lastVisit && isRepeatedVisit(lastVisit.checkinTime, at, repeatMinutes) ? lastVisit : null;
  const isLimited = heldMemberships.some(({ visitsPerDay }) => visitsPerDay !== null);
  const visits = isLimited
    ? await repo.visitsOfDay(contactId, toDay(location.timezone, today), repeatMinutes)
    : new Map<string, number>();
  const terms = heldMemberships.map((term) => ({
    ...termOn(term, today),
    // This one, if it is counted already, does not count against itself.
    visitsToday: term.id === sameVisit?.membershipId ? 0 : (visits.get(term.id) ?? 0),
  }));
  const decide = (memberships: typeof terms) =>
    entryDecision({ ...visitor, isBlocked: block !== null, memberships }, place, at, { isDesk });
  // A visit that is counted already lets the person in again, even if it was the last one.
  const counted = terms.filter(({ id }) => id === sameVisit?.packId).map((term) => ({ ...term, visitsLeft: 1 }));
  const again = checkinDecision(counted, place, at).granted;
  return { visitor, terms, sameVisit, today, decision: decide(again ? counted : terms) };
}

const toDay = (zone: string, day: string) => ({ from: startOfDay(zone, day), before: endOfDay(zone, day) });

/** What the desk should know of a denial: until when a freeze lasts, and why somebody is blocked. */
export function denialDetails(
  { visitor, terms, today, decision }: DecidedCheckin,
  location: AccessibleLocation,
  now: Date,
): Pick<CheckinDenied, 'frozenUntil' | 'block'> {
  if (!decision.granted && decision.code === 'blocked') return visitor.block ? { block: visitor.block } : {};
  const primary = primaryMembership(terms, { id: location.id, zone: location.timezone }, now);
  const freeze = primary?.status === 'suspended' ? freezeOn(primary.term.freezes, today) : undefined;
  return freeze ? { frozenUntil: lastFrozenDay(freeze) } : {};
}
