import { v7 as uuid } from 'uuid';
import { unlockMs, type DeviceCheckin } from '#domain/checkins/deviceContract.ts';
import type { PassageType } from '#domain/checkins/contract.ts';
import { reasonTexts, type ReasonCode } from '#domain/checkins/reasons.ts';
import { readCode } from '#domain/contacts/memberCode.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { giveBackPackVisit } from '#server/modules/contact-memberships/index.ts';
import { contactsRepo, findCode } from '#server/modules/contacts/index.ts';
import { doorLogRepo, findDoorName } from '#server/modules/doors/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessibleLocation, DeviceOfRequest } from '#server/platform/http/accessScope.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import { decideCheckin } from './decideCheckin.ts';
import { logExit, recordEntry } from './recordEntry.ts';
import { checkinsRepo } from './repo.ts';

/** Somebody at a door, as its device says. */
interface Passage {
  /** As the reader got it. Absent for an exit without one. */
  readonly code?: string | undefined;
  /** Instead of a code, for a kiosk that found out who it is. */
  readonly contactId?: string | undefined;
  readonly doorId?: string | undefined;
  readonly type: PassageType;
  /** The device's own name for it, under which it is recorded once. */
  readonly key?: string | undefined;
  readonly at: Date;
  /** What the device did without the server. `at` is what its clock said, where that cannot be. */
  readonly reported?: {
    readonly granted: boolean;
    readonly reasonCode?: ReasonCode | null | undefined;
    readonly at: Date | null;
  };
}

interface Device {
  readonly device: DeviceOfRequest;
  readonly location: AccessibleLocation;
  readonly by: Actor;
}

interface Passed extends DeviceCheckin {
  readonly conflict?: ReasonCode;
  /** Live listeners are told of check-ins only. */
  readonly isCheckin: boolean;
}

/**
 * Answers a device, or records what it did: as it happened, whatever the rules say. If the device asked and did not wait for the answer,
 * what it did replaces what it was answered.
 */
export async function decideAtDoor(tx: Tx, passage: Passage, at: Device): Promise<Passed> {
  const log = doorLogRepo(tx);
  const earlier = passage.key === undefined ? undefined : await log.ofKey(at.device.id, passage.key);
  const { reported } = passage;
  const isReplaced = earlier && reported && !earlier.is_offline && earlier.access_granted !== reported.granted;
  if (earlier && !isReplaced) {
    const contact = earlier.contact_id === null ? undefined : await contactsRepo(tx).one(earlier.contact_id);
    return { ...toAnswer(earlier, contact?.first_name ?? null), isCheckin: false };
  }
  if (earlier) {
    await giveBackPackVisit(tx, earlier.id);
    await checkinsRepo(tx).remove(earlier.id);
    await log.remove(earlier.id);
  }
  const id = earlier?.id ?? uuid();
  const doorName = await findDoorName(tx, at.device, at.location.id, passage.doorId, {
    isLenient: reported !== undefined,
  });
  const { firstName, ...outcome } = await findOutcome(tx, passage, at, { id, doorName });
  const row = {
    id,
    company_id: at.location.companyId,
    location_id: at.location.id,
    door_name: doorName,
    device_id: at.device.id,
    device_name: at.device.name,
    type: passage.type,
    at: passage.at,
    reported_at: reported?.at ?? null,
    is_offline: reported !== undefined,
    key: passage.key ?? null,
    ...outcome,
  };
  await log.add(row);
  return { ...toAnswer(row, firstName), isCheckin: passage.type === 'entry' && row.contact_id !== null };
}

interface Outcome {
  readonly contact_id: string | null;
  readonly access_granted: boolean;
  readonly reason_code: ReasonCode | null;
  readonly conflict: ReasonCode | null;
  readonly firstName: string | null;
}

async function findOutcome(
  tx: Tx,
  passage: Passage,
  { location, by }: Device,
  { id, doorName }: { readonly id: string; readonly doorName: string },
): Promise<Outcome> {
  const { type, at, reported } = passage;
  const who = await findContact(tx, passage, location.companyId);
  if (type === 'exit') {
    const contact = who && (await contactsRepo(tx).one(who.contactId));
    if (contact) {
      await logExit(tx, by, { id, name: fullName(contact), doorName }, location);
    }
    return {
      contact_id: contact?.id ?? null,
      firstName: contact?.first_name ?? null,
      access_granted: true,
      reason_code: null,
      conflict: null,
    };
  }
  if (!who) return { contact_id: null, firstName: null, ...toOutcome('unknown_code', reported) };
  const attempt = { contactId: who.contactId, at, isDesk: false, isLate: reported !== undefined };
  const decided = await decideCheckin(tx, attempt, location);
  const { decision, visitor } = decided;
  const refusal = who.isReplaced ? 'replaced_code' : decision.granted ? null : decision.code;
  const outcome = toOutcome(refusal, reported, decision.granted ? decision.warning : undefined);
  const { access_granted: granted, reason_code: code } = outcome;
  await recordEntry(tx, decided, { id, contactId: who.contactId, doorName, at, granted, code }, location, by);
  return { contact_id: who.contactId, firstName: visitor.firstName, ...outcome };
}

/** What the rules say, unless the device has done something already. */
function toOutcome(refusal: ReasonCode | null, reported: Passage['reported'], warning?: ReasonCode) {
  const granted = reported?.granted ?? refusal === null;
  const code = granted ? warning : (reported?.reasonCode ?? refusal);
  return { access_granted: granted, reason_code: code ?? null, conflict: reported && granted ? refusal : null };
}

async function findContact(
  tx: Tx,
  { code, contactId, at }: Passage,
  companyId: string,
): Promise<{ contactId: string; isReplaced: boolean } | undefined> {
  if (contactId !== undefined) return { contactId, isReplaced: false };
  const whole = readCode(code ?? '');
  const owner = whole === null ? undefined : await findCode(tx, whole, companyId);
  return owner && { contactId: owner.contact_id, isReplaced: owner.ended_at !== null && owner.ended_at <= at };
}

interface Logged {
  readonly id: string;
  readonly access_granted: boolean;
  readonly reason_code: string | null;
  readonly conflict: string | null;
}

function toAnswer({ id, access_granted, reason_code, conflict }: Logged, firstName: string | null) {
  const reasonCode = reason_code as ReasonCode | null;
  return {
    checkin: {
      id,
      accessGranted: access_granted,
      reason: access_granted || reasonCode === null ? null : reasonTexts[reasonCode],
      reasonCode,
    },
    firstName,
    unlockMs: access_granted ? unlockMs : 0,
    ...(conflict !== null && { conflict: conflict as ReasonCode }),
  };
}
