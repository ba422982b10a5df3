import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addMinutes } from 'date-fns';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ControllerState } from '#door-controller/controller.ts';
import type { CommandEvent } from '#domain/doors/commandsContract.ts';
import { controlledDoor } from '#tests/support/doorSimulation.ts';
import { lockDouble } from '#tests/support/lockDouble.ts';
import { sharedServer } from '#tests/support/server.ts';
import { freePort } from '#tests/support/spotterProcess.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const main = fileURLToPath(new URL('../../../door-controller/main.ts', import.meta.url));
const server = await sharedServer();
const lock = await lockDouble();
afterAll(() => lock.close());
let spotterUrl = '';
beforeAll(async () => {
  spotterUrl = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

const waits = { timeout: 30_000 };

/** The program, as it runs near a door. */
async function startAdapter(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  await once(child.stdout, 'data');
  return {
    scan: (code: string) => child.stdin.write(`${code}\n`),
    unplugScanner: () => child.stdin.end(),
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}

test('without a setting it ends with one line that names it', () => {
  const { status, stderr } = spawnSync(process.execPath, [main], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, 'SPOTTER_URL is not set\n']);
});

interface Kind {
  readonly kind: string;
  readonly settings: Record<string, string>;
  readonly opened: object;
  readonly heldOpen: object;
  readonly locked: object;
  readonly released: object;
}

describe.each<Kind>([
  {
    kind: 'unifi',
    settings: { ADAPTER: 'unifi', UNIFI_URL: lock.url, UNIFI_TOKEN: 'secret', UNIFI_DOOR: 'd1' },
    opened: { method: 'PUT', path: '/api/v1/developer/doors/d1/unlock', token: 'Bearer secret' },
    heldOpen: { body: { type: 'keep_unlock' } },
    locked: { body: { type: 'keep_lock' } },
    released: { body: { type: 'reset' } },
  },
  {
    kind: 'shelly',
    settings: { ADAPTER: 'shelly', SHELLY_URL: lock.url, SHELLY_SWITCH: '1' },
    opened: { path: '/rpc/Switch.Set', body: { id: 1, on: true, toggle_after: 5 } },
    heldOpen: { body: { id: 1, on: true } },
    locked: { body: { id: 1, on: false } },
    released: { body: { id: 1, on: false } },
  },
])('the adapter of $kind', ({ settings, opened, heldOpen, locked, released }) => {
  async function nearDoor() {
    lock.asked.length = 0;
    // The program goes by its own clock, and a command is not done ten seconds after it was given.
    server.clock.now = addMinutes(new Date(), 1);
    const door = await controlledDoor(server, spotterUrl);
    const { code } = await door.member();
    const stateFile = join(await temporaryDirectory(), 'state.json');
    const env = {
      ...settings,
      SPOTTER_URL: spotterUrl,
      SPOTTER_TOKEN: door.token,
      SPOTTER_LIST_KEY: door.listKey,
      SPOTTER_PUBLIC_KEY: door.publicKey,
      STATE_FILE: stateFile,
    };
    const state = () => JSON.parse(readFileSync(stateFile, 'utf8')) as ControllerState;
    const hasList = () => vi.waitFor(() => expect(existsSync(stateFile) && state().list).toBeTruthy(), waits);
    const isAsked = (...asks: object[]) => vi.waitFor(() => expect(lock.asked).toMatchObject(asks), waits);
    const log = async () => (await door.gym.by.admin.get('/door-log')).body.entries as { accessGranted: boolean }[];
    return { ...door, code, env, state, hasList, isAsked, log };
  }

  test('opens for a member, reports before SIGTERM ends it, and opens again from its file without the line', async () => {
    const { code, env, state, hasList, isAsked, log } = await nearDoor();
    const first = await startAdapter(env);
    await hasList();
    first.scan('AAAA2222BBBB');
    first.scan(code.toLowerCase());
    await isAsked(opened);
    expect(await first.end('SIGTERM')).toBe(0);
    expect(state().unreported).toEqual([]);
    expect((await log()).map(({ accessGranted }) => accessGranted).toSorted()).toEqual([false, true]);

    const unreachable = `http://127.0.0.1:${await freePort()}`;
    const second = await startAdapter({ ...env, SPOTTER_URL: unreachable });
    second.scan(code);
    await isAsked(opened, opened);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(state().unreported).toHaveLength(1);

    const third = await startAdapter(env);
    await vi.waitFor(() => expect(state().unreported).toEqual([]), waits);
    expect(await log()).toHaveLength(3);
    expect(await third.end('SIGKILL')).toBeNull();
  });

  test('does what the console says, without a scanner too; a locked door is locked after a restart', async () => {
    const { gym, device, code, env, state, hasList, isAsked, log } = await nearDoor();
    const added = await gym.by.admin.post('/doors', { body: { locationId: gym.locationId, name: 'Main' } });
    const path = `/doors/${added.body.door.id}`;
    await gym.by.admin.put(`/devices/${device.id}`, { body: { doorIds: [added.body.door.id] } });
    const isDone = async (type: CommandEvent['type']) => {
      await vi.waitFor(async () => expect((await gym.by.admin.get(path)).body.door.isConnected).toBe(true), waits);
      const { command } = (await gym.by.admin.post(`${path}/open`, { body: { type } })).body;
      await vi.waitFor(
        async () => expect((await gym.by.admin.get(`${path}/commands/${command.id}`)).body.command.status).toBe('done'),
        waits,
      );
    };
    const first = await startAdapter(env);
    await hasList();
    first.unplugScanner();
    await isDone('open');
    await isDone('hold_open');
    await isDone('release');
    await isDone('lock');
    await isAsked(opened, heldOpen, released, locked);
    expect(await first.end('SIGINT')).toBe(0);

    const second = await startAdapter(env);
    expect(state().held).toBe('locked');
    second.scan(code);
    await vi.waitFor(async () => expect(await log()).toMatchObject([{ accessGranted: false }]), waits);
    await isDone('release');
    second.scan(code);
    await isAsked(opened, heldOpen, released, locked, released, opened);
    expect(await second.end('SIGTERM')).toBe(0);
  });
});
