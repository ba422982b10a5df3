/**
 * A door controller on any computer near the door: reads codes from a scanner that types, one a line, and releases a UniFi Access door or a
 * Shelly relay. docs/doors.md says how to start it.
 */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { followCommands } from './commands.ts';
import { createController, type ControllerState } from './controller.ts';
import { createDoor } from './door.ts';
import { shellyLock, unifiLock, type DoorLock } from './doorLocks.ts';
import { fileStore } from './store.ts';

/** Also between two tries without an answer. */
const againMs = 5_000;
const lastReportMs = 8_000;
const refreshMs = 5 * 60_000;

const say = (error: unknown) => void process.stderr.write(`${String(error)}\n`);

function refuse(message: string): never {
  say(message);
  process.exit(1);
}

const setting = (name: string): string => process.env[name] || refuse(`${name} is not set`);

function readLock(kind: string): DoorLock {
  if (kind === 'unifi')
    return unifiLock({
      controller: setting('UNIFI_URL'),
      token: setting('UNIFI_TOKEN'),
      doorId: setting('UNIFI_DOOR'),
    });
  if (kind === 'shelly')
    return shellyLock({ relay: setting('SHELLY_URL'), id: Number(process.env['SHELLY_SWITCH'] ?? 0) });
  return refuse('ADAPTER must be unifi or shelly');
}

const [url, token] = [setting('SPOTTER_URL'), setting('SPOTTER_TOKEN')];
const store = fileStore<ControllerState>(process.env['STATE_FILE'] ?? 'door-state.json', { unreported: [] }, say);
const door = createDoor(readLock(setting('ADAPTER')), store);
const controller = createController({
  url,
  token,
  listKey: setting('SPOTTER_LIST_KEY'),
  publicKey: setting('SPOTTER_PUBLIC_KEY'),
  store,
});

const stop = new AbortController();
const { signal } = stop;

/** One after another, until the signal: `work` says whether there was an answer. */
async function repeat(work: () => Promise<boolean>, waitMs: number): Promise<void> {
  while (!signal.aborted) {
    const isAnswered = await work().catch(say);
    await sleep(isAnswered ? waitMs : againMs, undefined, { signal }).catch(() => undefined);
  }
}

void repeat(() => controller.refreshList(), refreshMs);
void repeat(() => controller.report(), againMs);
async function follow(): Promise<void> {
  await followCommands({ url, token, signal, run: (command) => door.run(command) });
  if (!signal.aborted) say('Spotter has removed this device. Pair it again.');
}
const following = follow();

/** What began at the door is finished before the program stops. Without a scanner it goes on following the console. */
const passing = new Set<Promise<void>>();
async function pass(code: string): Promise<void> {
  const ms = await controller.scan({ code });
  if (ms > 0) await door.letThrough(ms);
}
const scanner = createInterface({ input: process.stdin });
scanner.on('line', (line) => {
  const code = line.trim();
  if (!code) return;
  const passed: Promise<void> = pass(code)
    .catch(say)
    .finally(() => passing.delete(passed));
  passing.add(passed);
});

async function end(): Promise<void> {
  if (signal.aborted) return;
  stop.abort();
  scanner.close();
  await Promise.all([...passing, following]);
  // What cannot be reported now is kept in the file.
  await Promise.race([controller.report().catch(say), sleep(lastReportMs)]);
  process.exit(0);
}
for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => void end());
process.stdout.write('The door controller is running\n');
