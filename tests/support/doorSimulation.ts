import { addMinutes } from 'date-fns';
import { createController, type ControllerState } from '#door-controller/controller.ts';
import type { Store } from '#door-controller/store.ts';
import { builders } from './builders.ts';
import { addDevice } from './devices.ts';
import { createGym } from './gym.ts';
import type { TestServer } from './server.ts';

/** Remembers what was written across controllers, as a disk does. */
export function diskDouble(): Store<ControllerState> {
  let text = JSON.stringify({ unreported: [] });
  return {
    read: () => JSON.parse(text) as ControllerState,
    write: (state) => {
      text = JSON.stringify(state);
      return true;
    },
  };
}

interface Failure {
  /** Whether the server has answered before it fails, or is still at it. */
  readonly hasAnswered: boolean;
  readonly fail: () => Promise<void>;
}

/** The line between a door and the server: up, down, or up until the server fails during the next request, whose answer is lost. */
function lineDouble() {
  const line: { isDown: boolean; failure: Failure | undefined } = { isDown: false, failure: undefined };
  const send: typeof fetch = async (...request) => {
    if (line.isDown) throw new TypeError('fetch failed');
    const { failure } = line;
    if (!failure) return fetch(...request);
    line.failure = undefined;
    const answer = fetch(...request).catch(() => undefined);
    if (failure.hasAnswered) await answer;
    await failure.fail();
    await answer;
    throw new TypeError('terminated');
  };
  return Object.assign(line, { send });
}

/** Numbers from 0 to 1, the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A gym with a paired controller on a clock that the test moves. */
export async function controlledDoor(server: TestServer, serverUrl: string) {
  const gym = await createGym(server);
  const device = await addDevice(server, gym, 'door');
  const { listKey, publicKey, token } = (
    await server.anonymous.post('/devices/pair', { body: { code: device.code, hardware: 'Simulator' } })
  ).body;
  const line = lineDouble();
  const store = diskDouble();
  const start = () =>
    createController({
      url: serverUrl,
      token,
      listKey,
      publicKey,
      store,
      clock: () => server.clock.now,
      fetch: line.send,
    });
  const make = builders(server, gym);
  const member = async (change: object = {}) => {
    const contactId = await make.contact();
    await make.contactMembership(contactId, change);
    const { code } = (await gym.by.admin.get(`/contacts/${contactId}/code`)).body;
    return { contactId, code: code as string };
  };
  return {
    gym,
    make,
    device,
    line,
    store,
    start,
    member,
    token: token as string,
    listKey: listKey as string,
    publicKey: publicKey as string,
  };
}

/** How the server of a simulation fails, and comes back. */
interface Mortal {
  readonly url: string;
  readonly setClock: () => void;
  readonly kill: () => Promise<void>;
  readonly startAgain: () => Promise<void>;
}

interface Simulation {
  readonly hours: number;
  readonly seed: number;
  /** Each during a request; the server is back ten minutes later. */
  readonly kills: number;
}

/** Only its answer is lost: for a quick trial in the process of the test. */
export const losingAnswers = (url: string): Mortal => {
  const nothing = async () => undefined;
  return { url, setClock: () => undefined, kill: nothing, startAgain: nothing };
};

const stepMinutes = 5;
const stepsUntilBack = 2;

/** Every five minutes somebody scans. The line is down a third of the time, and the server is killed. */
export async function simulateDoor(server: TestServer, mortal: Mortal, { hours, seed, kills }: Simulation) {
  const random = seededRandom(seed);
  const listHours = 2;
  const door = await controlledDoor(server, mortal.url);
  const { gym, line, make } = door;
  await gym.by.admin.put(`/devices/${door.device.id}`, { body: { listHours } });
  const welcome = [await door.member(), await door.member(), await door.member({ visit_limit: 1_000 })];
  welcome.push(await door.member({ membership_id: await make.plan({ visits_per_day: 24 }) }));
  const expired = await door.member({ end_date: '2020-01-01' });
  const blocked = await door.member();
  const steps = (hours * 60) / stepMinutes;
  const began = server.clock.now;
  const blockedAt = addMinutes(began, Math.round(steps / 3) * stepMinutes);
  const refused: string[] = [];
  const letIn: string[] = [];
  const scans: { code: string; at: string; granted: boolean }[] = [];
  let controller = door.start();
  await controller.refreshList();
  let [downUntil, stepsDown, planned, killed, deadSince] = [0, 0, 0, 0, Infinity];
  const kill = async (step: number) => {
    await mortal.kill();
    killed += 1;
    deadSince = step;
  };
  for (let step = 0; step < steps; step += 1) {
    server.clock.now = addMinutes(began, step * stepMinutes);
    mortal.setClock();
    if (step % 12 === 0) gym.by.admin = await server.as(gym.users.admin);
    if (step >= downUntil && random() < 0.06) downUntil = step + Math.ceil(random() * 16);
    line.isDown = step < downUntil;
    if (line.isDown) stepsDown += 1;
    if (step >= deadSince + stepsUntilBack) {
      await mortal.startAgain();
      deadSince = Infinity;
    }
    if (!line.failure && planned < kills && step > (planned * steps) / kills) {
      planned += 1;
      line.failure = { hasAnswered: random() < 0.5, fail: () => kill(step) };
    }
    if (step % 17 === 0) controller = door.start();
    if (server.clock.now.getTime() === blockedAt.getTime())
      await gym.by.admin.post(`/contacts/${blocked.contactId}/blocks`, { body: { reason: 'Any' } });
    if (step % 3 === 0) await controller.refreshList();
    const who = [...welcome, expired, blocked][Math.floor(random() * 6)] ?? expired;
    const granted = (await controller.scan({ code: who.code })) > 0;
    scans.push({ code: who.code, at: server.clock.now.toISOString(), granted });
    if (!granted && welcome.includes(who)) refused.push(`${step} ${who.code}`);
    const isTooLate = server.clock.now >= addMinutes(blockedAt, listHours * 60);
    if (granted && (who === expired || (who === blocked && isTooLate))) letIn.push(`${step} ${who.code}`);
    if (!line.isDown) await controller.report();
  }
  Object.assign(line, { isDown: false, failure: undefined });
  if (deadSince < Infinity) await mortal.startAgain();
  await controller.report();
  const { logged, visits } = await server.database.scoped([gym.companyId], async (tx) => ({
    logged: await tx.selectFrom('door_log').select(['key', 'at', 'access_granted']).orderBy('at').execute(),
    visits: await tx
      .selectFrom('checkins')
      .select(['checkin_time', 'access_granted'])
      .orderBy('checkin_time')
      .execute(),
  }));
  return {
    refused,
    letIn,
    killed,
    downShare: stepsDown / steps,
    /** What happened, and what the server knows of it. */
    scans: scans.map(({ at, granted }) => `${at} ${granted}`),
    logged: logged.map(({ at, access_granted }) => `${at.toISOString()} ${access_granted}`),
    visits: visits.map(({ checkin_time, access_granted }) => `${checkin_time.toISOString()} ${access_granted}`),
    keys: logged.map(({ key }) => key),
    unreported: door.store.read().unreported.length,
  };
}
