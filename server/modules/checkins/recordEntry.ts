import type { Checkin } from '#domain/checkins/contract.ts';
import { reasonTexts, type ReasonCode } from '#domain/checkins/reasons.ts';
import { activityRows, changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { takePackVisit } from '#server/modules/contact-memberships/index.ts';
import { recordEvents } from '#server/modules/events/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessibleLocation } from '#server/platform/http/accessScope.ts';
import { toUserId, type Actor } from '#server/platform/http/actors.ts';
import { isPack } from '#domain/checkins/checkinDecision.ts';
import type { DecidedCheckin } from './decideCheckin.ts';
import { checkinsRepo, toCheckin } from './repo.ts';

interface Entry {
  readonly id: string;
  readonly contactId: string;
  readonly doorName: string;
  readonly at: Date;
  readonly granted: boolean;
  /** Null unless it is a denial. */
  readonly code: ReasonCode | null;
}

/** Writes the check-in with its entry in the activity log and its event. When a visit pack lets in, one of its visits is taken. */
export async function recordEntry(
  tx: Tx,
  { visitor, decision, sameVisit, today }: DecidedCheckin,
  { id, contactId, doorName, at, granted, code }: Entry,
  location: AccessibleLocation,
  by: Actor,
): Promise<{ checkin: Checkin; visitsLeft?: number }> {
  const membership = granted && decision.granted ? decision.by : null;
  const row = {
    id,
    company_id: location.companyId,
    location_id: location.id,
    contact_id: contactId,
    checkin_time: at,
    access_granted: granted,
    reason: granted || code === null ? null : reasonTexts[code],
    door_name: doorName,
    created_by: toUserId(by),
    contact_membership_id: membership?.id ?? null,
  };
  const entry = {
    companyId: location.companyId,
    action: `checkin.${granted ? 'granted' : 'denied'}` as const,
    recordId: id,
    label: visitor.name,
    locationId: location.id,
    changes: changesBetween(null, { doorId: doorName, reason: row.reason }),
  };
  await checkinsRepo(tx).add(row, activityRows(by, [entry]));
  await recordEvents(tx, [entry]);
  const checkin = toCheckin(row);
  if (!membership || !isPack(membership)) return { checkin };
  const visitsLeft = await takePackVisit(tx, {
    checkinId: id,
    packId: membership.id,
    companyId: location.companyId,
    visitedAt: at,
    today,
    isCounted: sameVisit === null,
  });
  return { checkin, visitsLeft };
}

export const logExit = (
  tx: Tx,
  by: Actor,
  exit: { readonly id: string; readonly name: string; readonly doorName: string },
  location: AccessibleLocation,
) =>
  logActivity(tx, by, {
    companyId: location.companyId,
    action: 'checkin.exited',
    recordId: exit.id,
    label: exit.name,
    locationId: location.id,
    changes: changesBetween(null, { doorId: exit.doorName }),
  });
