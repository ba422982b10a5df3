import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CheckinBody } from '#domain/checkins/contract.ts';
import type { DeviceCheckin } from '#domain/checkins/deviceContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { takeFromLimit } from '#server/platform/http/apiKeyLimit.ts';
import { badRequest, forbidden, raise } from '#server/platform/http/problem.ts';
import { passDoor } from './passDoor.ts';

const codesOnly = 'A device sends codes only';

/** The device that asks, and where it is. */
export function deviceOf({ user, locations, actor }: AccessScope) {
  const device = user.device ?? raise(forbidden());
  return { device, location: locations[0] ?? raise(forbidden()), by: actor };
}

/** Granted and denied alike. The `Idempotency-Key` is the device's own name for it, as in what it reports later. */
export async function answerDevice(
  { database, clock, live }: AppContext,
  request: FastifyRequest<{ Body: CheckinBody }>,
  reply: FastifyReply,
): Promise<DeviceCheckin> {
  const { scope, body, headers } = request;
  const at = deviceOf(scope);
  const now = clock();
  await takeFromLimit(database, { kind: 'device', id: at.device.id }, reply, now);
  const { contactId, code, doorId, locationId, type = 'entry' } = body;
  if (contactId !== undefined) throw badRequest(codesOnly, { contactId: codesOnly });
  if (locationId !== undefined) scope.requireLocation(locationId);
  const key = headers['idempotency-key'];
  if (key !== undefined && !isKey(key)) throw badRequest('Idempotency-Key must be 1 to 100 printable characters');
  const {
    isCheckin,
    conflict: _none,
    ...answer
  } = await database.scoped(scope.companies, (tx) => passDoor(tx, { code, doorId, type, key, at: now }, at));
  if (isCheckin) live.publish(at.location.id, answer.checkin.id);
  return answer;
}

const isKey = (key: string | string[]): key is string => typeof key === 'string' && /^[\x20-\x7e]{1,100}$/.test(key);
