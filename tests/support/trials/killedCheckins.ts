import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type SpotterProcess, startSpotter } from '#tests/support/spotterProcess.ts';
import { preparedDataDirectory } from '#tests/support/temporary.ts';

type Response = ReturnType<typeof JSON.parse>;
type Call = (path: string, body?: unknown) => Promise<Response>;

/** Kills and restarts the built server this many times, each during a stream of check-ins; nothing acknowledged is missing. */
export async function killedCheckins(times: number): Promise<void> {
  const env = { DATA_DIR: await preparedDataDirectory() };
  const acknowledged: string[] = [];
  let spotter = await startSpotter({ env });
  const call = await signedIn(spotter);
  const { companyLocations } = await call('/locations');
  const locationId = companyLocations[0].location.id;
  const { contacts } = await call(`/contacts?locationId=${locationId}&memberFilter=members&limit=1`);
  const body = { contactId: contacts[0].contact.id, locationId, doorId: 'Front Desk' };
  for (let round = 0; round < times; round += 1) {
    await checkInUntilKilled(spotter, body, acknowledged);
    spotter = await startSpotter({ env });
  }
  const kept = await idsAt(await signedIn(spotter), locationId);
  await spotter.end('SIGTERM');
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
}

/** Calls as the demo's admin. */
async function signedIn({ url }: SpotterProcess): Promise<Call> {
  const call =
    (token?: string): Call =>
    async (path, body) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const response = await fetch(`${url}/api${path}`, {
        headers,
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      return response.json();
    };
  const { token } = await call()('/auth/login', { email: 'admin@demo.test', password: 'demo-password' });
  return call(token);
}

const fewest = 10;

/** Checks in again and again over four connections until the server is killed, and lists every acknowledged id. */
async function checkInUntilKilled(spotter: SpotterProcess, body: unknown, acknowledged: string[]): Promise<void> {
  const call = await signedIn(spotter);
  const desk = async () => {
    for (;;) acknowledged.push((await call('/checkins', body)).checkin.id);
  };
  const before = acknowledged.length;
  const desks = Promise.allSettled(Array.from({ length: 4 }, desk));
  while (acknowledged.length < before + fewest) await sleep(20);
  await spotter.end('SIGKILL');
  await desks;
}

async function idsAt(call: Call, locationId: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 1, more = true; more; page += 1) {
    const { checkins, pagination } = await call(`/checkins?locationId=${locationId}&limit=1000&page=${page}`);
    for (const { checkin } of checkins) ids.add(checkin.id);
    more = pagination.hasNext;
  }
  return ids;
}
