import { v7 as uuid } from 'uuid';
import type {
  CheckinBody,
  CheckinDenied,
  CheckinResponse,
  CheckinSummary,
  CheckinSummaryQuery,
} from '#domain/checkins/contract.ts';
import { checkinDecision, isPack } from './checkinDecision.ts';
import { activityRows, changesBetween } from '#server/modules/activity/index.ts';
import { recordEvents } from '#server/modules/events/index.ts';
import { addDays, startOfDay, todayIn } from '#domain/shared/dates.ts';
import { freezeOn, lastFrozenDay } from '#domain/contact-memberships/freezes.ts';
import { termOn } from '#domain/contact-memberships/membershipStatus.ts';
import { isRepeatedVisit, primaryMembership } from '#domain/contact-memberships/primaryMembership.ts';
import { userIdOf, type Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { contactOfCode } from '#server/modules/contacts/index.ts';
import { readCode } from '#domain/contacts/memberCode.ts';
import { frontDeskDoor } from '#domain/shared/limits.ts';
import { lockPacks, takePackVisit } from '#server/modules/contact-memberships/index.ts';
import type { AccessibleLocation } from '#server/platform/http/accessScope.ts';
import { checkinsRepo, toCheckin } from './repo.ts';

/** By the contact's id, or by the code on their card. */
export async function checkInWith(
  tx: Tx,
  { contactId, code, doorId = frontDeskDoor }: CheckinBody,
  location: AccessibleLocation,
  by: Actor,
  now: Date,
): Promise<CheckinResponse | CheckinDenied> {
  const id = contactId ?? (await contactOfCode(tx, readCode(code ?? '') ?? '', location.companyId));
  return checkIn(tx, { contactId: id, doorId }, location, by, now);
}

/**
 * Denied ones are recorded too. So is a second one within the minutes of the settings; its response says that it belongs to
 * the same visit.
 */
async function checkIn(
  tx: Tx,
  body: { readonly contactId: string; readonly doorId: string },
  location: AccessibleLocation,
  by: Actor,
  now: Date,
): Promise<CheckinResponse | CheckinDenied> {
  const repo = checkinsRepo(tx);
  const today = todayIn(location.timezone, now);
  const place = { id: location.id, zone: location.timezone };
  const decide = async () => {
    const visitor = (await repo.visitor(body.contactId, location.companyId)) ?? raise(notFound('Contact'));
    const { held, lastVisit, repeatMinutes } = visitor;
    const sameVisit = lastVisit && isRepeatedVisit(lastVisit.checkinTime, now, repeatMinutes) ? lastVisit : null;
    const terms = held.map((term) => termOn(term, today));
    // A visit that is counted already lets the person in again, even if it was the last one.
    const counted = terms.filter(({ id }) => id === sameVisit?.packId).map((term) => ({ ...term, visitsLeft: 1 }));
    const again = checkinDecision(counted, place, now);
    return {
      name: visitor.name,
      terms,
      sameVisit,
      decision: again.granted ? again : checkinDecision(terms, place, now),
    };
  };
  let visit = await decide();
  const needsPack = !visit.decision.granted || isPack(visit.decision.by);
  if (needsPack && visit.terms.some(isPack)) {
    await lockPacks(tx, body.contactId);
    visit = await decide();
  }
  const { name, terms, sameVisit, decision } = visit;
  const row = {
    id: uuid(),
    company_id: location.companyId,
    location_id: location.id,
    contact_id: body.contactId,
    checkin_time: now,
    access_granted: decision.granted,
    reason: decision.granted ? null : decision.message,
    door_id: body.doorId,
    created_by: userIdOf(by),
  };
  const entry = {
    companyId: location.companyId,
    action: `checkin.${decision.granted ? 'granted' : 'denied'}` as const,
    recordId: row.id,
    label: name,
    locationId: location.id,
    changes: changesBetween(null, { doorId: body.doorId, reason: row.reason }),
  };
  await repo.add(row, activityRows(by, [entry]));
  await recordEvents(tx, [entry]);
  const checkin = toCheckin(row);
  if (!decision.granted) {
    const primary = primaryMembership(terms, place, now);
    const freeze = primary?.status === 'suspended' ? freezeOn(primary.term.freezes, today) : undefined;
    return { message: decision.message, checkin, ...(freeze && { frozenUntil: lastFrozenDay(freeze) }) };
  }
  const visitsLeft = isPack(decision.by)
    ? await takePackVisit(tx, {
        checkinId: row.id,
        packId: decision.by.id,
        companyId: location.companyId,
        visitedAt: now,
        today,
        isCounted: sameVisit === null,
      })
    : undefined;
  return {
    checkin,
    ...(sameVisit && {
      sameVisit: { checkinTime: sameVisit.checkinTime.toISOString(), locationName: sameVisit.locationName },
    }),
    ...(visitsLeft !== undefined && { visitsLeft }),
  };
}

/** By each location's calendar. The last day is today in the zone that is furthest ahead. */
export async function summary(
  tx: Tx,
  locations: readonly Pick<AccessibleLocation, 'id' | 'timezone'>[],
  { days }: CheckinSummaryQuery,
  now: Date,
): Promise<CheckinSummary> {
  const zones = locations.map(({ timezone }) => timezone);
  const today =
    zones
      .map((zone) => todayIn(zone, now))
      .toSorted()
      .at(-1) ?? todayIn('UTC', now);
  const dates = Array.from({ length: days }, (_, index) => addDays(today, index - days + 1));
  const [first = today] = dates;
  const since = new Date(Math.min(...zones.map((zone) => startOfDay(zone, first).getTime())));
  const rows = await checkinsRepo(tx).perDay(
    locations.map(({ id }) => id),
    since,
  );
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return {
    days: dates.map((date) => ({
      date,
      granted: byDate.get(date)?.granted ?? 0,
      denied: byDate.get(date)?.denied ?? 0,
    })),
  };
}
