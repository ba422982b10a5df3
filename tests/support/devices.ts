import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { DeviceKind } from '#domain/devices/contract.ts';
import type { Gym } from './gym.ts';
import type { Caller, TestServer } from './server.ts';

interface AddedDevice {
  id: string;
  token: string;
  /** By which it can be paired. */
  code: string;
  /** With its token. */
  caller: Caller;
}

/** A device that the gym's admin adds at its location. */
export async function addDevice(
  server: TestServer,
  gym: Gym,
  kind: DeviceKind,
  { name = 'Front door', locationId = gym.locationId }: { name?: string; locationId?: string } = {},
): Promise<AddedDevice> {
  const { status, body } = await gym.by.admin.post('/devices', { body: { locationId, name, kind } });
  expect([status, body.message]).toEqual([201, 'Device added']);
  return { id: body.device.id, token: body.token, code: body.pairing.code, caller: server.withKey(body.token) };
}

/** As if the controller listened for commands on another server. */
export const openStream = (
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  { companyId }: Pick<Gym, 'companyId'>,
  deviceId: string,
) =>
  database.scoped([companyId], (tx) =>
    tx
      .insertInto('device_streams')
      .values({ id: uuid(), company_id: companyId, device_id: deviceId, beat_at: clock.now })
      .execute(),
  );
