import { v7 as uuid } from 'uuid';
import type { DoorCreateBody, DoorUpdateBody } from '#domain/doors/contract.ts';
import { logRecord } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { violatedConstraint } from '#server/platform/database/errors.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { editConflict } from '#server/platform/http/optimisticLock.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { doorsRepo, loggedDoor, type StoredDoor } from './repo.ts';

const what = 'Door';
const nameTaken = 'Another door at this location has this name';

export const requireDoor = async (tx: Tx, scope: AccessScope, id: string, now: Date): Promise<StoredDoor> =>
  requireAccess(scope, await doorsRepo(tx, now).one(id), what);

export async function addDoor(tx: Tx, scope: AccessScope, body: DoorCreateBody, now: Date): Promise<StoredDoor> {
  const location = scope.requireLocation(body.locationId);
  const place = { company_id: location.companyId, location_id: location.id };
  const after = await writeUniqueDoorName(() =>
    doorsRepo(tx, now).add({ id: uuid(), ...place, name: body.name, is_active: body.isActive }),
  );
  await logRecord(tx, scope.actor, loggedDoor, { after });
  return after;
}

export async function changeDoor(
  tx: Tx,
  scope: AccessScope,
  id: string,
  body: DoorUpdateBody,
  now: Date,
): Promise<StoredDoor> {
  const before = requireAccess(scope, await doorsRepo(tx, now).forUpdate(id), what);
  const change = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.isActive !== undefined && { is_active: body.isActive }),
  };
  const after = await writeUniqueDoorName(() => doorsRepo(tx, now).change(id, change, body.updatedAt));
  if (!after) throw editConflict();
  await logRecord(tx, scope.actor, loggedDoor, { before, after });
  return after;
}

export async function deleteDoor(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<void> {
  const before = requireAccess(scope, await doorsRepo(tx, now).forUpdate(id), what);
  await doorsRepo(tx, now).remove(id);
  await logRecord(tx, scope.actor, loggedDoor, { before });
}

async function writeUniqueDoorName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'doors_name') throw conflict(nameTaken, { name: nameTaken });
    throw error;
  }
}
