import { addSeconds } from 'date-fns';
import { v7 as uuid } from 'uuid';
import {
  answerSeconds,
  openSeconds,
  type AcknowledgementBody,
  type CommandEvent,
  type DoorCommand,
  type OpenDoorBody,
} from '#domain/doors/commandsContract.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { commandsRepo, type CommandRow } from './commandsRepo.ts';
import { doorsRepo } from './repo.ts';

const notConnected = 'No controller is connected to this door';

/** Reaches the controller that listens: the trigger of the table tells the server that has its stream. */
export async function commandDoor(
  tx: Tx,
  scope: AccessScope,
  doorId: string,
  { type, seconds }: OpenDoorBody,
  now: Date,
): Promise<DoorCommand> {
  const door = requireAccess(scope, await doorsRepo(tx, now).one(doorId), 'Door');
  if (!door.is_active) throw conflict('This door is not active');
  const repo = commandsRepo(tx);
  const device = (await repo.listening(door.id, now)) ?? raise(conflict(notConnected));
  const row = await repo.add({
    id: uuid(),
    company_id: door.company_id,
    door_id: door.id,
    device_id: device.id,
    type,
    seconds: type === 'open' ? (seconds ?? openSeconds) : null,
    created_at: now,
    expires_at: addSeconds(now, answerSeconds),
  });
  await logActivity(tx, scope.actor, {
    companyId: door.company_id,
    action: 'door.commanded',
    recordId: door.id,
    label: door.name,
    locationId: door.location_id,
    changes: changesBetween(null, { command: type.replace('_', ' '), device: device.name }),
  });
  return toCommand({ ...row, device_name: device.name }, now);
}

export async function requireDoorCommand(
  tx: Tx,
  scope: AccessScope,
  { id, commandId }: { id: string; commandId: string },
  now: Date,
): Promise<DoorCommand> {
  requireAccess(scope, await doorsRepo(tx, now).one(id), 'Door');
  return toCommand((await commandsRepo(tx).one(commandId, id)) ?? raise(notFound('Command')), now);
}

/** The first answer counts, also a late one. */
export async function acknowledge(
  tx: Tx,
  deviceId: string,
  id: string,
  { done, message }: AcknowledgementBody,
  now: Date,
): Promise<void> {
  if (!(await commandsRepo(tx).acknowledge(id, deviceId, { done, message: message ?? null, now })))
    throw notFound('Command');
}

export const toCommandEvent = (
  row: Pick<CommandRow, 'id' | 'type' | 'door_id' | 'seconds' | 'expires_at'>,
): CommandEvent => ({
  id: row.id,
  type: row.type,
  doorId: row.door_id,
  ...(row.seconds !== null && { seconds: row.seconds }),
  expiresAt: row.expires_at.toISOString(),
});

function toCommand(row: CommandRow, now: Date): DoorCommand {
  const isOver = row.expires_at <= now;
  return {
    id: row.id,
    doorId: row.door_id,
    device: { id: row.device_id, name: row.device_name },
    type: row.type,
    seconds: row.seconds,
    createdAt: row.created_at.toISOString(),
    status: row.acknowledged_at ? (row.is_done ? 'done' : 'failed') : isOver ? 'unanswered' : 'waiting',
    message: row.message,
  };
}
