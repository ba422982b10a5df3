import { v7 as uuid } from 'uuid';
import { devicesMax, listHours, type DeviceBody } from '#domain/devices/contract.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { deviceTokenFormat } from '#server/platform/http/devices.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { addPairing, type NewPairing, type Context, newListKey, sealListKey } from './pairing.ts';
import { type DeviceWithDoors, devicesRepo, loggedDevice } from './repo.ts';

/** The token is returned here and kept nowhere. */
export async function addDevice(
  tx: Tx,
  { config }: Context,
  scope: AccessScope,
  { locationId, name, kind }: DeviceBody,
  now: Date,
): Promise<{ device: DeviceWithDoors; token: string; pairing: NewPairing }> {
  const { companyId } = scope.requireLocation(locationId);
  const repo = devicesRepo(tx);
  if ((await repo.count(locationId)) >= devicesMax)
    throw conflict(`A location has at most ${devicesMax} devices. Remove one that is not in use.`);
  const id = uuid();
  const { token, hash } = deviceTokenFormat.create();
  const device = await repo.insert({
    id,
    company_id: companyId,
    location_id: locationId,
    name,
    kind,
    token_hash: hash,
    list_key_sealed: sealListKey(config.appSecret, id, newListKey()),
    list_hours: listHours.usual,
    created_by: scope.user.userId,
    created_at: now,
  });
  const pairing = await addPairing(tx, { config }, device, now);
  await logActivity(tx, scope.actor, {
    ...loggedDevice(device),
    action: 'device.created',
    changes: changesBetween(null, { kind }),
  });
  return { device, token, pairing };
}

/** A new code for a device that was not paired in time, or that has lost its token. The one that it has works until then. */
export async function pairAgain(
  tx: Tx,
  context: Context,
  scope: AccessScope,
  id: string,
  now: Date,
): Promise<{ device: DeviceWithDoors; pairing: NewPairing }> {
  const device = requireAccess(scope, await devicesRepo(tx).lock(id), 'Device');
  const pairing = await addPairing(tx, context, device, now);
  await logActivity(tx, scope.actor, { ...loggedDevice(device), action: 'device.pairing-started' });
  return { device, pairing };
}

/** Its token works for no request that begins after the commit, and its open streams end. */
export async function revokeDevice(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<DeviceWithDoors> {
  const repo = devicesRepo(tx);
  const device = requireAccess(scope, await repo.lock(id), 'Device');
  await repo.update(id, { revoked_at: now });
  await repo.endPairing(id);
  await logActivity(tx, scope.actor, { ...loggedDevice(device), action: 'device.revoked' });
  return device;
}
