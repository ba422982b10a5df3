import { addMinutes } from 'date-fns';
import { createController, type ControllerState } from '#adapters/controller.ts';
import type { Store } from '#adapters/store.ts';
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
    },
  };
}

/** The line between a door and the server: up, down, or up until the answer, which is lost as when the server is killed. */
export function lineDouble() {
  const line = { isDown: false, losesAnswers: false };
  const send: typeof fetch = async (...request) => {
    if (line.isDown) throw new TypeError('fetch failed');
    const reply = await fetch(...request);
    if (line.losesAnswers) throw new TypeError('terminated');
    return reply;
  };
  return Object.assign(line, { send });
}

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
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

interface Simulation {
  readonly hours: number;
  readonly seed: number;
  readonly kills: number;
}

/** Every five minutes somebody scans. The line is down a third of the time, and answers are lost when the server is killed. */
export async function simulateDoor(server: TestServer, serverUrl: string, { hours, seed, kills }: Simulation) {
  const random = seededRandom(seed);
  const listHours = 2;
  const door = await controlledDoor(server, serverUrl);
  const { gym, line, make } = door;
  await gym.by.admin.put(`/devices/${door.device.id}`, { body: { listHours } });
  const welcome = [await door.member(), await door.member(), await door.member({ visit_limit: 1_000 })];
  welcome.push(await door.member({ membership_id: await make.plan({ visits_per_day: 24 }) }));
  const expired = await door.member({ end_date: '2020-01-01' });
  const blocked = await door.member();
  const steps = hours * 12;
  const began = server.clock.now;
  const blockedAt = addMinutes(began, Math.round(steps / 3) * 5);
  const refused: string[] = [];
  const letIn: string[] = [];
  const scans: { code: string; at: string; granted: boolean }[] = [];
  let controller = door.start();
  await controller.refreshList();
  let downUntil = 0;
  for (let step = 0; step < steps; step += 1) {
    server.clock.now = addMinutes(began, step * 5);
    if (step % 12 === 0) gym.by.admin = await server.as(gym.users.admin);
    if (step >= downUntil && random() < 0.06) downUntil = step + Math.ceil(random() * 16);
    line.isDown = step < downUntil;
    line.losesAnswers = step % Math.ceil(steps / kills) === 1;
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
  Object.assign(line, { isDown: false, losesAnswers: false });
  await controller.report();
  const logged = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('door_log').select(['key', 'at', 'access_granted']).orderBy('at').execute(),
  );
  return {
    refused,
    letIn,
    /** What happened, and what the server knows of it. */
    scans: scans.map(({ at, granted }) => `${at} ${granted}`),
    logged: logged.map(({ at, access_granted }) => `${at.toISOString()} ${access_granted}`),
    keys: logged.map(({ key }) => key),
    unreported: door.store.read().unreported.length,
  };
}
