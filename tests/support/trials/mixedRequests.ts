import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';
import { demoDesk, type DemoDesk } from './demoDesk.ts';

const wide = 16;

/** Megabytes of memory that the process with this id uses. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Requests of a front desk, and invalid ones: each with its expected status. */
function kinds({
  call,
  get,
  send,
  contactId,
  locationId,
  sale,
}: DemoDesk): ((index: number) => Promise<readonly [got: number, wanted: number]>)[] {
  const at = `locationId=${locationId}`;
  const status = async (response: Promise<{ status: number }>, wanted: number) =>
    [(await response).status, wanted] as const;
  return [
    (index) => status(get(`/contacts?${at}&page=${1 + (index % 20)}`), 200),
    (index) => status(get(`/contacts?${at}&search=${String.fromCodePoint(97 + (index % 26))}n`), 200),
    () => status(get(`/contacts/${contactId}`), 200),
    () => status(get(`/invoices?${at}`), 200),
    () => status(get(`/checkins?${at}`), 200),
    () => status(get(`/checkins/summary?${at}&days=7`), 200),
    () => status(send('POST', '/checkins', { contactId, locationId, doorId: 'Front Desk' }), 201),
    () => status(send('POST', '/sales-items/purchase', sale), 201),
    (index) => status(send('PUT', `/contacts/${contactId}`, { notes: `Note ${index}` }), 200),
    () =>
      status(
        call('POST', '/api/auth/login', { body: '{"email":', headers: { 'content-type': 'application/json' } }),
        400,
      ),
    (index) => status(call('GET', `/api/nowhere/${index}`), 404),
    () => status(call('GET', '/api/contacts', { token: 'garbage' }), 401),
    (index) => status(get(`/contacts?${at}&sortBy=${index}`), 400),
    () => status(call('GET', '/contacts'), 200),
  ];
}

/** Sends this many mixed requests to the built server and prints its memory use meanwhile, in megabytes. */
export async function mixedRequests(count: number): Promise<void> {
  const spotter = await startSpotter({ env: { DATA_DIR: await temporaryDirectory() } });
  try {
    const all = kinds(await demoDesk(spotter));
    const step = count / 10;
    const wrong: string[] = [];
    const memory: number[] = [];
    let next = 0;
    const desk = async (until: number) => {
      for (let index = next++; index < until; index = next++) {
        const kind = index % all.length;
        const [got, wanted] = (await all[kind]?.(index)) ?? [];
        if (got !== wanted) wrong.push(`${kind}: ${got}`);
      }
      next -= 1;
    };
    for (let part = 1; part <= 10; part += 1) {
      await Promise.all(Array.from({ length: wide }, () => desk(part * step)));
      memory.push(Math.round(await residentMegabytes(spotter.pid)));
    }
    console.log(`memory after each ${step} requests, in MB:`, memory.join(' '));
    expect(wrong).toEqual([]);
    // The first two of ten parts are warm-up. A leak raises the minimum; garbage that waits for collection does not.
    const [settled, left] = [Math.min(...memory.slice(2, 6)), Math.min(...memory.slice(6))];
    expect(left).toBeLessThanOrEqual(settled * 1.1);
  } finally {
    await spotter.end('SIGTERM');
  }
}
