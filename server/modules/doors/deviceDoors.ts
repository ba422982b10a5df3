import type { DeviceUpdateBody } from '#domain/devices/contract.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { devicesRepo, loggedDevice } from '#server/modules/devices/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope, type DeviceOfRequest } from '#server/platform/http/accessScope.ts';
import { badRequest, notFound } from '#server/platform/http/problem.ts';

/** Its name, its doors and how long its list is good. Only what the body names. */
export async function changeDevice(tx: Tx, scope: AccessScope, id: string, body: DeviceUpdateBody) {
  const repo = devicesRepo(tx);
  const before = requireAccess(scope, await repo.lock(id), 'Device');
  const { name, listHours, doorIds } = body;
  if (doorIds) {
    if (before.kind === 'kiosk' && doorIds.length > 0) throw badRequest('A kiosk has no doors');
    await setDoors(tx, before, doorIds);
  }
  const change = {
    ...(name !== undefined && { name }),
    ...(listHours !== undefined && { list_hours: listHours }),
  };
  const after = await repo.update(id, { name: before.name, ...change });
  const fields = async (row: typeof after) => ({
    name: row.name,
    listHours: row.list_hours,
    doors: await readDoorNames(tx, row.door_ids),
  });
  const changes = changesBetween(await fields(before), await fields(after));
  if (changes.length > 0)
    await logActivity(tx, scope.actor, { ...loggedDevice(after), action: 'device.updated', changes });
  return after;
}

async function setDoors(
  tx: Tx,
  { id, company_id, location_id }: { id: string; company_id: string; location_id: string },
  doorIds: readonly string[],
) {
  const wanted = [...new Set(doorIds)];
  const own = await tx
    .selectFrom('doors')
    .select('id')
    .where('location_id', '=', location_id)
    .where('id', 'in', wanted.length > 0 ? wanted : [id])
    .execute();
  if (own.length < wanted.length) throw notFound('Door');
  await tx.deleteFrom('device_doors').where('device_id', '=', id).execute();
  if (wanted.length === 0) return;
  const rows = wanted.map((door_id) => ({ device_id: id, door_id, company_id }));
  await tx.insertInto('device_doors').values(rows).execute();
}

async function readDoorNames(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom('doors').select('name').where('id', 'in', ids).orderBy('name').execute();
  return rows.map(({ name }) => name);
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * The name that check-ins have for a door: of its id, or the name itself. Without either, that of the device's only door, or of the
 * device. An id that is no door of the location is refused, unless it happened already.
 */
export async function findDoorName(
  tx: Tx,
  device: DeviceOfRequest,
  locationId: string,
  given: string | undefined,
  { isLenient }: { readonly isLenient: boolean },
): Promise<string> {
  if (given !== undefined && !isId(given)) return given;
  const doors = tx.selectFrom('doors as d').select('d.name').where('d.location_id', '=', locationId);
  if (given !== undefined) {
    const door = await doors.where('d.id', '=', given).executeTakeFirst();
    if (!door && !isLenient) throw notFound('Door');
    return door?.name ?? device.name;
  }
  const own = await doors
    .innerJoin('device_doors as n', 'n.door_id', 'd.id')
    .where('n.device_id', '=', device.id)
    .limit(2)
    .execute();
  return own.length === 1 && own[0] ? own[0].name : device.name;
}
