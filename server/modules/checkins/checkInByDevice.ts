import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CheckinBody } from '#domain/checkins/contract.ts';
import type { DeviceCheckin } from '#domain/checkins/deviceContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope, DeviceOfRequest } from '#server/platform/http/accessScope.ts';
import { takeFromLimit } from '#server/platform/http/apiKeyLimit.ts';
import { badRequest, forbidden, raise } from '#server/platform/http/problem.ts';
import { findKioskVisitor } from './kioskVisitor.ts';
import { decideAtDoor } from './decideAtDoor.ts';

const codesOnly = 'A device sends codes only';
const kioskOnly = 'Only a kiosk checks in by name';

/** The device that asks, and where it is. */
export function requireDevice({ user, locations, actor }: AccessScope) {
  const device = user.device ?? raise(forbidden());
  return { device, location: locations[0] ?? raise(forbidden()), by: actor };
}

/** Granted and denied alike. The `Idempotency-Key` is the device's own name for it, as in what it reports later. */
export async function checkInByDevice(
  context: AppContext,
  request: FastifyRequest<{ Body: CheckinBody }>,
  reply: FastifyReply,
): Promise<DeviceCheckin> {
  const { database, clock, live } = context;
  const { scope, body, headers } = request;
  const at = requireDevice(scope);
  const now = clock();
  await takeFromLimit(database, { kind: 'device', id: at.device.id }, reply, now);
  const { code, name, phoneLast4, doorId, locationId, type = 'entry' } = body;
  if (body.contactId !== undefined) throw badRequest(codesOnly, { contactId: codesOnly });
  if (locationId !== undefined) scope.requireLocation(locationId);
  const key = headers['idempotency-key'];
  if (key !== undefined && !isKey(key)) throw badRequest('Idempotency-Key must be 1 to 100 printable characters');
  refuseName(body, at.device);
  const contactId =
    name === undefined || phoneLast4 === undefined
      ? undefined
      : await findKioskVisitor(context, at.device, at.location.companyId, { name, phoneLast4 });
  const {
    isCheckin,
    conflict: _none,
    ...answer
  } = await database.scoped(scope.companies, (tx) =>
    decideAtDoor(tx, { code, contactId, doorId, type, key, at: now }, at),
  );
  if (isCheckin) live.publishCheckin(at.location.id, answer.checkin.id);
  return answer;
}

/** Only a kiosk may check in by name. */
export function refuseName({ name }: CheckinBody, device?: DeviceOfRequest): void {
  if (name !== undefined && device?.kind !== 'kiosk') throw badRequest(kioskOnly, { name: kioskOnly });
}

const isKey = (key: string | string[]): key is string => typeof key === 'string' && /^[\x20-\x7e]{1,100}$/.test(key);
