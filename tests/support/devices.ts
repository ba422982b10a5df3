import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { DeviceKind } from '#domain/devices/contract.ts';
import type { builders } from './builders.ts';
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

/** What a door asks and reports, what staff see of it, and a member who comes to it. */
export function doorCalls(at: () => { gym: Gym; make: ReturnType<typeof builders>; door: AddedDevice }) {
  const get = async (path: string) => (await at().gym.by.admin.get(path)).body;
  const codeOf = async (contactId: string): Promise<string> => (await get(`/contacts/${contactId}/code`)).code;
  return {
    codeOf,
    async createMember(change: object = {}) {
      const contactId = await at().make.contact({ first_name: 'Robin' });
      await at().make.contactMembership(contactId, change);
      return { contactId, code: await codeOf(contactId) };
    },
    ask: (code: string, more: object = {}, headers: Record<string, string> = {}) =>
      at().door.caller.post('/checkins', { body: { code, ...more }, headers }),
    report: async (...checkins: object[]) =>
      (await at().door.caller.post('/devices/self/checkins', { body: { checkins } })).body.results,
    log: async (query = '') => (await get(`/door-log?locationId=${at().gym.locationId}${query}`)).entries,
    listed: () => get(`/checkins?locationId=${at().gym.locationId}`),
  };
}
