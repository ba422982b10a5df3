import { addDays, addMinutes, subHours } from 'date-fns';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAnswer, toEntry, readList } from '#door-controller/accessList.ts';
import type { Controller } from '#door-controller/controller.ts';
import type { AccessList } from '#domain/checkins/deviceContract.ts';
import { addDevice } from '#tests/support/devices.ts';
import { controlledDoor, losingAnswers, simulateDoor } from '#tests/support/doorSimulation.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
/** A Tuesday, at noon in Denver. */
const noon = new Date('2026-03-10T18:00:00Z');
let url = '';
let door: Awaited<ReturnType<typeof controlledDoor>>;
beforeAll(async () => {
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  server.clock.now = noon;
  door = await controlledDoor(server, url);
});

const fetchList = async (): Promise<AccessList> => {
  await door.start().refreshList();
  const { list } = door.store.read();
  return (list && readList(list, door.publicKey)) as AccessList;
};
const entriesOf = async (code: string) => {
  const hash = toEntry(door.listKey, code);
  return (await fetchList()).entries.filter((entry) => entry.code === hash).map(({ code: _hash, ...entry }) => entry);
};

describe('the access list', () => {
  test('is signed, good for the hours of its device, and a changed byte shows', async () => {
    await door.member();
    const list = await fetchList();
    expect(list).toMatchObject({
      v: 1,
      timezone: 'America/Denver',
      issuedAt: noon.toISOString(),
      reentryMinutes: null,
    });
    expect(list.expiresAt).toBe(addMinutes(noon, 36 * 60).toISOString());
    const signed = door.store.read().list ?? { list: '', signature: '' };
    expect(readList({ ...signed, list: signed.list.replace('36', '37') + ' ' }, door.publicKey)).toBeUndefined();
  });

  test.each([
    ['a membership without an end', {}, [{ until: '2026-03-12T06:00:00.000Z' }]],
    ['one that ends today', { end_date: '2026-03-10' }, [{ until: '2026-03-11T06:00:00.000Z' }]],
    [
      'one that begins tomorrow',
      { start_date: '2026-03-11' },
      [{ from: '2026-03-11T06:00:00.000Z', until: '2026-03-12T06:00:00.000Z' }],
    ],
    ['one that is past due', { end_date: '2026-03-08', grace_days: 2 }, [{ until: '2026-03-11T06:00:00.000Z' }]],
    ['a pack', { visit_limit: 3 }, [{ until: '2026-03-12T06:00:00.000Z', online: true }]],
    ['a pack that is used up', { visit_limit: 3, visits_used: 3 }, []],
    ['one that has ended', { end_date: '2026-03-09' }, []],
    ['one without access', { access_enabled: false }, []],
    ['one that is not granted', { granted_at: null }, []],
  ])('of %s', async (_case, change, entries) => {
    expect(await entriesOf((await door.member(change)).code)).toEqual(entries);
  });

  test('of one for another location, of another company and of a replaced code has nothing', async () => {
    const { code } = await door.member({ location_id: door.gym.otherLocationId });
    const replaced = await door.member();
    await door.gym.by.admin.post(`/contacts/${replaced.contactId}/code`, { body: {} });
    const theirs = await (await controlledDoor(server, url)).member();
    for (const one of [code, replaced.code, theirs.code]) expect(await entriesOf(one)).toEqual([]);
  });

  test('has the hours and the limit a day of the plan, and leaves out the days of a block', async () => {
    const membership_id = await door.make.plan({ visits_per_day: 2 });
    const hours = { weekdays: [2], from: '10:00', to: '16:00' };
    await door.gym.by.admin.post('/access-hours', { body: { membershipId: membership_id, ...hours } });
    const { code, contactId } = await door.member({ membership_id });
    expect(await entriesOf(code)).toEqual([{ until: '2026-03-12T06:00:00.000Z', hours: [hours], online: true }]);
    const path = `/contacts/${contactId}/blocks`;
    await door.gym.by.admin.post(path, { body: { reason: 'Any', until: '2026-03-10' } });
    expect(await entriesOf(code)).toMatchObject([{ from: '2026-03-11T06:00:00.000Z' }]);
    await door.gym.by.admin.post(path, { body: { reason: 'Any' } });
    expect(await entriesOf(code)).toEqual([]);
  });

  test('is not sent again while it stays the same, and is issued anew within its life', async () => {
    await door.member();
    const get = (etag = '') =>
      door.device.caller.get('/devices/self/access-list', { headers: { 'if-none-match': etag } });
    const paired = door.start();
    expect(await paired.refreshList()).toBe(true);
    const etag = door.store.read().list?.etag ?? '';
    expect(etag).toMatch(/^W\/"/);
    expect(await paired.refreshList()).toBe(true);
    const before = door.store.read().list?.list;
    await door.member();
    await paired.refreshList();
    expect(door.store.read().list?.list).not.toBe(before);
    const issuedAt = (await fetchList()).issuedAt;
    server.clock.now = addMinutes(noon, 4 * 60);
    expect((await fetchList()).issuedAt > issuedAt).toBe(true);
    // Its first token ended when it was paired.
    expect((await get()).status).toBe(401);
  });

  test('that is stolen gives no code, and is of no use against another company’s codes', async () => {
    const { code } = await door.member();
    const rival = await controlledDoor(server, url);
    const codes = await Promise.all(Array.from({ length: 20 }, async () => (await rival.member()).code));
    const list = await fetchList();
    const text = JSON.stringify(list);
    expect(text).not.toContain(code);
    for (const one of codes) {
      expect(findAnswer(list, toEntry(door.listKey, one), noon)).toBe('not listed');
      expect(text).not.toContain(toEntry(rival.listKey, one));
    }
    expect(findAnswer(list, toEntry(door.listKey, code), noon)).toBe('granted');
  });

  test('is for doors only', async () => {
    const kiosk = await addDevice(server, await createGym(server), 'kiosk');
    expect((await kiosk.caller.get('/devices/self/access-list')).status).toBe(403);
    expect((await door.gym.by.admin.get('/devices/self/access-list')).status).toBe(403);
  });
});

describe('a controller', () => {
  test('reports what came after a text that is no code, such as a whole page in a QR code', async () => {
    const { code } = await door.member();
    const controller = door.start();
    await controller.refreshList();
    door.line.isDown = true;
    for (let n = 0; n < 400; n += 1) await controller.scan({ code: `https://tickets.test/${'x'.repeat(4_000)}` });
    expect(await controller.scan({ code: ' ' })).toBe(0);
    expect(await controller.scan({ code })).toBeGreaterThan(0);
    door.line.isDown = false;
    expect(await controller.report()).toBe(true);
    const { body } = await door.gym.by.admin.get(`/checkins?locationId=${door.gym.locationId}`);
    expect(body.pagination.total).toBe(1);
  });

  test('answers from its list without the line, and reports once it is back', async () => {
    const { code } = await door.member();
    const controller = door.start();
    await controller.refreshList();
    door.line.isDown = true;
    expect(await controller.scan({ code: code.toLowerCase() })).toBe(5_000);
    expect(await controller.scan({ code: 'AAAA2222BBBB' })).toBe(0);
    expect(await controller.scan({ type: 'exit' })).toBe(5_000);
    expect(await controller.report()).toBe(false);
    door.line.isDown = false;
    expect(await door.start().report()).toBe(true);
    const { entries } = (await door.gym.by.admin.get('/door-log')).body;
    expect(entries.map(({ isOffline }: { isOffline: boolean }) => isOffline)).toEqual([true, true, true]);
  });

  test('asks for a member who is not on its list yet, and lets nobody in without list and line', async () => {
    const controller = door.start();
    await controller.refreshList();
    const { code } = await door.member();
    expect(await controller.scan({ code })).toBe(5_000);
    door.line.isDown = true;
    expect(await controller.scan({ code })).toBe(0);
    door.line.isDown = false;
    await controller.refreshList();
    door.line.isDown = true;
    expect(await controller.scan({ code })).toBe(5_000);
    server.clock.now = addDays(noon, 2);
    expect(await controller.scan({ code })).toBe(0);
  });

  test('whose clock is behind by more than its list lasts lets nobody in by it, and asks', async () => {
    const { code } = await door.member();
    const controller = door.start();
    await controller.refreshList();
    const scanOffline = (time: Date) => {
      door.line.isDown = true;
      server.clock.now = time;
      return controller.scan({ code });
    };
    // It began without power, years ago as far as it knows.
    expect(await scanOffline(new Date('2020-01-01T00:00:00Z'))).toBe(0);
    expect(await scanOffline(subHours(noon, 36))).toBe(0);
    door.line.isDown = false;
    expect(await controller.scan({ code })).toBe(5_000);
    // The clock stood still without power.
    expect(await scanOffline(subHours(noon, 35))).toBe(5_000);
  });

  test('whose clock was a day ahead refuses a second entry for the minutes of pass sharing, and not for a day', async () => {
    const { code } = await door.member();
    await door.gym.by.admin.put(`/companies/${door.gym.companyId}/settings`, {
      body: { checkins: { reentry: 'refuse', reentryMinutes: 10 } },
    });
    const controller = door.start();
    await controller.refreshList();
    door.line.isDown = true;
    const scanAt = (time: Date) => {
      server.clock.now = time;
      return controller.scan({ code });
    };
    expect(await scanAt(addDays(noon, 1))).toBe(5_000);
    expect(await scanAt(addMinutes(noon, 5))).toBe(5_000);
    expect(await scanAt(addMinutes(noon, 3))).toBe(0);
    expect(await scanAt(addMinutes(noon, 14))).toBe(0);
    expect(await scanAt(addMinutes(noon, 16))).toBe(5_000);
  });

  test.each([
    ['looks for a new list', (controller: Controller) => controller.refreshList()],
    ['has to ask', (controller: Controller) => controller.scan({ code: 'AAAA2222BBBB' })],
  ])('that was removed lets nobody in any more once it %s', async (_when, meet) => {
    const { code } = await door.member();
    const controller = door.start();
    await controller.refreshList();
    await door.gym.by.admin.delete(`/devices/${door.device.id}`);
    await meet(controller);
    expect(await controller.scan({ code })).toBe(0);
    door.line.isDown = true;
    expect(await controller.scan({ code })).toBe(0);
  });

  test('six hours with the line down a third of the time: nobody is refused or let in wrongly, and nothing is lost or doubled', async () => {
    const { refused, letIn, scans, logged, visits, keys, unreported, killed } = await simulateDoor(
      server,
      losingAnswers(url),
      { hours: 6, seed: 7, kills: 10 },
    );
    expect({ refused, letIn, unreported, killed }).toEqual({ refused: [], letIn: [], unreported: 0, killed: 10 });
    expect(logged).toEqual(scans);
    expect(visits).toEqual(scans);
    expect(new Set(keys).size).toBe(scans.length);
  });
});
