import { v7 as uuid } from 'uuid';
import type {
  CheckinBody,
  CheckinDenied,
  CheckinResponse,
  CheckinSummary,
  CheckinSummaryQuery,
} from '#domain/checkins/contract.ts';
import { reasonTexts } from '#domain/checkins/reasons.ts';
import { readCode } from '#domain/contacts/memberCode.ts';
import { addDays, startOfDay, todayIn } from '#domain/shared/dates.ts';
import { frontDeskDoor } from '#domain/shared/limits.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { findContactByCode, contactsRepo } from '#server/modules/contacts/index.ts';
import { doorLogRepo } from '#server/modules/doors/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessibleLocation } from '#server/platform/http/accessScope.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import { badRequest, notFound } from '#server/platform/http/problem.ts';
import { decideCheckin, denialDetails } from './decideCheckin.ts';
import { logExit, recordEntry } from './recordEntry.ts';
import { checkinsRepo } from './repo.ts';

/** The desk sends the contact's id or the code on their card. */
export async function checkInWith(
  tx: Tx,
  { contactId, code, doorId: doorName = frontDeskDoor, type }: CheckinBody,
  location: AccessibleLocation,
  occasion: Occasion,
): Promise<CheckinResponse | CheckinDenied> {
  if (contactId === undefined && code === undefined) throw badRequest('Contact is required');
  const id = contactId ?? (await findContactByCode(tx, readCode(code ?? '') ?? '', location.companyId));
  return type === 'exit'
    ? checkOut(tx, { contactId: id, doorName }, location, occasion)
    : checkIn(tx, { contactId: id, doorName }, location, occasion);
}

interface AtDesk {
  readonly contactId: string;
  readonly doorName: string;
}

/**
 * Denied ones are recorded too. So is a second one within the minutes of the settings; its response says that it belongs to
 * the same visit.
 */
async function checkIn(
  tx: Tx,
  { contactId, doorName }: AtDesk,
  location: AccessibleLocation,
  { now, actor }: Occasion,
): Promise<CheckinResponse | CheckinDenied> {
  const decided = await decideCheckin(tx, { contactId, at: now, isDesk: true }, location);
  const { decision, sameVisit } = decided;
  const code = decision.granted ? null : decision.code;
  const entry = { id: uuid(), contactId, doorName, at: now, granted: decision.granted, code };
  const { checkin, visitsLeft } = await recordEntry(tx, decided, entry, location, actor);
  if (!decision.granted)
    return { message: reasonTexts[decision.code], checkin, ...denialDetails(decided, location, now) };
  const { warning } = decision;
  return {
    checkin,
    ...(sameVisit && {
      sameVisit: { checkinTime: sameVisit.checkinTime.toISOString(), locationName: sameVisit.locationName },
    }),
    ...(warning && { warning: { reasonCode: warning, message: warningTexts[warning] ?? reasonTexts[warning] } }),
    ...(visitsLeft !== undefined && { visitsLeft }),
  };
}

const warningTexts: Partial<Record<string, string>> = { past_due: 'The renewal of the membership is not paid' };

/** Always granted, and no visit. */
async function checkOut(
  tx: Tx,
  { contactId, doorName }: AtDesk,
  location: AccessibleLocation,
  { now, actor }: Occasion,
): Promise<CheckinResponse> {
  const contact = await contactsRepo(tx).one(contactId);
  if (!contact || contact.company_id !== location.companyId) throw notFound('Contact');
  const id = uuid();
  const row = {
    id,
    company_id: location.companyId,
    location_id: location.id,
    door_name: doorName,
    contact_id: contactId,
  };
  await doorLogRepo(tx).add({ ...row, type: 'exit', at: now, access_granted: true });
  await logExit(tx, actor, { id, name: fullName(contact), doorName }, location);
  return {
    checkin: {
      id,
      checkinTime: now.toISOString(),
      accessGranted: true,
      reason: null,
      contactId,
      locationId: location.id,
      doorId: doorName,
    },
  };
}

/** Days are those of each location's calendar. The last one is today in the zone that is furthest ahead. */
export async function summarizeCheckins(
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
