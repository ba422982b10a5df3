import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { recordEvents } from '#server/modules/events/index.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { openReceiver, type Answer, type Receiver } from '#tests/support/receiver.ts';
import { testServer } from '#tests/support/server.ts';
import { spotterPair } from '#tests/support/spotterPair.ts';

const contacts = 200;
const aSecondEach = 150;

/**
 * Events of some contacts in a steady stream, to receivers that work, are slow, fail now and then, and hang, while one of two
 * processes is killed again and again. Whatever happens, each that works gets every event at least once, and those of a contact in
 * their order, signed as Standard Webhooks says. Returns how late the working one got them, in milliseconds.
 */
export async function killedWebhooks(count: number, kills: number): Promise<{ median: number; p99: number }> {
  const secrets = new Map<string, string>();
  const unsigned: unknown[] = [];
  const openVerifying = (answer: Answer) =>
    openReceiver((response, one, request) => {
      try {
        new Webhook(secrets.get(request.headers.host ?? '') ?? '').verify(one.body, one.headers);
      } catch (error) {
        unsigned.push(error);
      }
      answer(response, one, request);
    });
  const healthy = await openVerifying((response) => void response.writeHead(204).end());
  const slow = await openVerifying((response) => void setTimeout(() => response.writeHead(200).end(), 30));
  const failed = new Set<string>();
  const failing = await openVerifying((response, { event: { id } }) => {
    const fails = !failed.has(id) && Math.random() < 0.1;
    if (fails) failed.add(id);
    response.writeHead(fails ? 500 : 200).end();
  });
  const hanging = await openVerifying(() => undefined);
  const all = [healthy, slow, failing, hanging];
  const webhookAllowedHosts = all.map(({ host }) => host);
  const server = await testServer({ webhookAllowedHosts });
  try {
    const gym = await createGym(server);
    const make = builders(server, gym);
    const ids = await Promise.all(Array.from({ length: contacts }, () => make.contact({ last_name: '0' })));
    for (const { url, host } of all) {
      const { status, body } = await gym.by.admin.post('/webhook-endpoints', {
        body: { companyId: gym.companyId, url },
      });
      expect(status).toBe(201);
      secrets.set(host, body.secret);
    }
    const pair = await spotterPair(server);
    const written = new Map<string, number>();
    const progress = { isOver: false };
    const writing = async () => {
      for (let index = 0; index < count; index += 1) {
        const id = ids[index % contacts] ?? '';
        const name = String(Math.floor(index / contacts) + 1);
        await server.database.scoped([gym.companyId], async (tx) => {
          await tx.updateTable('contacts').set({ last_name: name }).where('id', '=', id).execute();
          const change = { companyId: gym.companyId, recordId: id, locationId: gym.locationId };
          await recordEvents(tx, [{ ...change, action: 'contact.updated' }]);
        });
        written.set(`${id} ${name}`, Date.now());
        if (index % aSecondEach === 0) await sleep(500);
      }
      progress.isOver = true;
    };
    const killing = async () => {
      for (let kill = 0; kill < kills && !progress.isOver; kill += 1) {
        await sleep(1_000 + Math.random() * 3_000);
        const nth = kill % 2 === 0 ? 0 : 1;
        await pair.kill(nth);
        await pair.startAgain(nth);
      }
    };
    await Promise.all([writing(), killing()]);
    for (const receiver of [healthy, slow, failing])
      await expect.poll(() => namesOf(receiver).size, { timeout: 8 * 60_000, interval: 500 }).toBe(count);
    for (const receiver of [healthy, slow, failing]) expectInOrder(receiver, ids);
    expect(hanging.received.length).toBeGreaterThan(0);
    expect(unsigned).toEqual([]);
    await pair.close();
    const late = [...namesOf(healthy)]
      .map(([name, at]) => at - (written.get(name) ?? at))
      .toSorted((one, other) => one - other);
    return { median: late[Math.floor(late.length / 2)] ?? 0, p99: late[Math.floor(late.length * 0.99)] ?? 0 };
  } finally {
    await server.close();
    await Promise.all(all.map((receiver) => receiver.close()));
  }
}

/** When each name of each contact arrived first. */
const namesOf = ({ received }: Receiver) => {
  const first = new Map<string, number>();
  for (const { at, event } of received) {
    const name = `${String(event.data['contactId'])} ${String(event.data['lastName'])}`;
    if (!first.has(name)) first.set(name, at);
  }
  return first;
};

function expectInOrder(receiver: Receiver, ids: readonly string[]): void {
  const names = [...namesOf(receiver).keys()].map((name) => name.split(' '));
  for (const id of ids) {
    const own = names.filter(([contact]) => contact === id).map(([, name]) => Number(name));
    expect(own).toEqual(own.toSorted((one, other) => one - other));
  }
}
