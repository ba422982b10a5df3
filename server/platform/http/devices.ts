import { CompiledQuery, sql } from 'kysely';
import type { FastifyContextConfig } from 'fastify';
import { differenceInMinutes } from 'date-fns';
import type { DeviceKind } from '#domain/devices/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { DeviceOfRequest, RequestUser } from './accessScope.ts';
import { forbidden, unauthorized } from './problem.ts';
import { hashOfToken, tokenFormat } from './tokenFormat.ts';

export const deviceTokenFormat = tokenFormat('spd_');

const notPaired = () => unauthorized('This device is no longer paired');

/** Throws for text that never was a token, without asking the database. */
export function hashOfDeviceToken(token: string): Buffer {
  if (!deviceTokenFormat.isWellFormed(token)) throw notPaired();
  return hashOfToken(token);
}

/** Throws when it was revoked, and while its location or company is archived. */
export async function readDevice(
  { database, clock }: AppContext,
  hash: Buffer,
): Promise<RequestUser & { needsSecondFactor: false }> {
  const { rows } = await database.unscoped.executeQuery(accessOfDevice(hash));
  const device = rows[0]?.access;
  if (!device) throw notPaired();
  const { id, name, kind, companyId } = device;
  await touchDevice(database, device, clock());
  return {
    userId: id,
    sessionId: id,
    email: '',
    firstName: name,
    lastName: '',
    companies: [{ id: companyId, role: 'staff' }],
    // The lowest level: a device is kept to the routes that name its kind.
    locations: [{ id: device.locationId, companyId, timezone: device.timezone, level: 'point_of_sale' }],
    device: { id, name, kind },
    needsSecondFactor: false,
  };
}

/** The only place that says what a device may call: the routes that name its kind. */
export function requireDeviceRoute(
  device: DeviceOfRequest | undefined,
  { access, devices = [] }: FastifyContextConfig,
): void {
  if (!device) {
    if (access === 'device' || access === 'publishable-key') throw forbidden();
  } else if (!devices.includes(device.kind)) throw forbidden('Devices cannot do this');
}

interface DeviceAccess {
  id: string;
  companyId: string;
  locationId: string;
  name: string;
  kind: DeviceKind;
  timezone: string;
  isPaired: boolean;
  lastSeenAt: string | null;
  /** The token is the newest while an older one still works, which ends with the first use of the new one. */
  endsPrevious: boolean;
}

const accessOfDevice = (hash: Buffer) =>
  CompiledQuery.raw('select device_access($1) as access', [hash]) as CompiledQuery<{ access: DeviceAccess | null }>;

const lastSeenMinutes = 1;

/** Does not write on every request. A token that was typed pairs the device with its first use. */
async function touchDevice(database: Database, device: DeviceAccess, now: Date): Promise<void> {
  const { id, companyId, isPaired, lastSeenAt, endsPrevious } = device;
  const isRecent = lastSeenAt !== null && differenceInMinutes(now, new Date(lastSeenAt)) < lastSeenMinutes;
  if (isRecent && isPaired && !endsPrevious) return;
  await database.scoped([companyId], (tx) =>
    tx
      .updateTable('devices')
      .set({ last_seen_at: now, paired_at: sql`coalesce(paired_at, ${now})` })
      .$if(endsPrevious, (update) => update.set({ previous_token_hash: null }))
      .where('id', '=', id)
      .execute(),
  );
}
