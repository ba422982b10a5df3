import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type SqlBool } from 'kysely';
import type { CheckinBody } from '#domain/checkins/contract.ts';
import type { DeviceCheckin } from '#domain/checkins/deviceContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope, DeviceOfRequest } from '#server/platform/http/accessScope.ts';
import { takeFromLimit } from '#server/platform/http/apiKeyLimit.ts';
import { badRequest, forbidden, raise, Problem } from '#server/platform/http/problem.ts';
import { rateLimits } from '#server/platform/http/rateLimits.ts';
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

/** Names that fit nobody, from one kiosk in 15 minutes. */
const triesMax = 20;

interface Given {
  readonly name: string;
  readonly phoneLast4: string;
}

/** The only contact of the company with this name and these last digits of the phone. Which of the two was wrong is not said. */
async function findKioskVisitor(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  device: DeviceOfRequest,
  companyId: string,
  { name, phoneLast4 }: Given,
): Promise<string> {
  const now = clock();
  const limits = rateLimits(database);
  const tries = { subject: `kiosk ${device.id}`, most: triesMax };
  await limits.takeOrRefuse([tries], now, 'Too many tries. Please ask at the desk.');
  const rows = await database.readOnly([companyId], (tx) =>
    tx
      .selectFrom('contacts')
      .select(['id', 'first_name', 'last_name'])
      .where('company_id', '=', companyId)
      .where('archived_at', 'is', null)
      .where('phone', '<>', '')
      .where(sql<SqlBool>`right(phone, 4) = ${phoneLast4}`)
      .execute(),
  );
  const fitting = rows.filter((row) => isSameName(name, { firstName: row.first_name, lastName: row.last_name }));
  const [only] = fitting;
  if (!only || fitting.length > 1)
    throw new Problem(404, 'We could not find you by this name and number. Please ask at the desk.');
  await limits.refund(tries, now);
  return only.id;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** Ignores accents and capitals, and accepts the last name first. */
export const isSameName = (typed: string, { firstName, lastName }: { firstName: string; lastName: string }): boolean =>
  [`${firstName} ${lastName}`, `${lastName} ${firstName}`].some(
    (name) => collator.compare(tidy(typed), tidy(name)) === 0,
  );

const tidy = (text: string) => text.replaceAll(/[\s,]+/g, ' ').trim();
