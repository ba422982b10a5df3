/**
 * A door controller on any computer near the door: reads codes from a scanner that types, one a line, and releases a UniFi Access door or a
 * Shelly relay. docs/doors.md says how to start it.
 */
import { createInterface } from 'node:readline';
import { followCommands } from './commands.ts';
import { createController, type ControllerState } from './controller.ts';
import { shellyLock, unifiLock, type Lock } from './locks.ts';
import { fileStore } from './store.ts';

const reportMs = 5_000;
const refreshMs = 5 * 60_000;

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function lockOf(kind: string): Lock {
  if (kind === 'unifi')
    return unifiLock({
      controller: setting('UNIFI_URL'),
      token: setting('UNIFI_TOKEN'),
      doorId: setting('UNIFI_DOOR'),
    });
  if (kind === 'shelly')
    return shellyLock({ relay: setting('SHELLY_URL'), id: Number(process.env['SHELLY_SWITCH'] ?? 0) });
  throw new Error('ADAPTER must be unifi or shelly');
}

const [url, token] = [setting('SPOTTER_URL'), setting('SPOTTER_TOKEN')];
const lock = lockOf(setting('ADAPTER'));
const controller = createController({
  url,
  token,
  listKey: setting('SPOTTER_LIST_KEY'),
  publicKey: setting('SPOTTER_PUBLIC_KEY'),
  store: fileStore<ControllerState>(process.env['STATE_FILE'] ?? 'door-state.json', { unreported: [] }),
});

const say = (error: unknown) => process.stderr.write(`${String(error)}\n`);
const stop = new AbortController();
const timers = [
  setInterval(() => void controller.report().catch(say), reportMs),
  setInterval(() => void controller.refreshList().catch(say), refreshMs),
];
void controller.refreshList().catch(say);
void followCommands({
  url,
  token,
  signal: stop.signal,
  run: async ({ type, seconds = 5 }) => {
    if (type !== 'open') throw new Error('This adapter only opens');
    await lock.unlock(seconds * 1_000);
  },
});

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  void (async () => {
    const ms = line.trim() ? await controller.scan({ code: line.trim() }) : 0;
    if (ms > 0) await lock.unlock(ms);
  })().catch(say);
});
lines.on('close', () => {
  stop.abort();
  for (const timer of timers) clearInterval(timer);
  void controller.report().catch(say);
});
