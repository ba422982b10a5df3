import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { recordEvents } from '#server/modules/events/index.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { openReceiver, type Answer, type Receiver } from '#tests/support/receiver.ts';
import { testServer } from '#tests/support/server.ts';

const contacts = 200;

/** A gym whose contacts change again and again, and receivers that are told of each change and check its signature. */
export async function openWebhookTrial<Name extends string>(answers: Record<Name, Answer>) {
  const secrets = new Map<string, string>();
  const unsigned: unknown[] = [];
  const open = async ([name, answer]: [string, Answer]) => {
    const receiver = await openReceiver((response, one, request) => {
      try {
        new Webhook(secrets.get(request.headers.host ?? '') ?? '').verify(one.body, one.headers);
      } catch (error) {
        unsigned.push(error);
      }
      answer(response, one, request);
    });
    return [name, receiver] as const;
  };
  const opened = await Promise.all(Object.entries<Answer>(answers).map(open));
  const receivers = Object.fromEntries(opened) as Record<Name, Receiver>;
  const server = await testServer({ webhookAllowedHosts: opened.map(([, { host }]) => host) });
  const gym = await createGym(server);
  const make = builders(server, gym);
  const ids = await Promise.all(Array.from({ length: contacts }, () => make.contact({ last_name: '0' })));
  for (const [, { url, host }] of opened) {
    const { status, body } = await gym.by.admin.post('/webhook-endpoints', { body: { companyId: gym.companyId, url } });
    expect(status).toBe(201);
    secrets.set(host, body.secret);
  }
  const written = new Map<string, number>();
  return {
    server,
    receivers,
    unsigned,
    /** One contact after the other gets the number of its change as its last name. */
    async write(index: number): Promise<void> {
      const id = ids[index % contacts] ?? '';
      const name = String(Math.floor(index / contacts) + 1);
      await server.database.scoped([gym.companyId], async (tx) => {
        await tx.updateTable('contacts').set({ last_name: name }).where('id', '=', id).execute();
        const change = { companyId: gym.companyId, recordId: id, locationId: gym.locationId };
        await recordEvents(tx, [{ ...change, action: 'contact.updated' }]);
      });
      written.set(`${id} ${name}`, Date.now());
    },
    expectInOrder(receiver: Receiver): void {
      const names = [...namesOf(receiver).keys()].map((name) => name.split(' '));
      for (const id of ids) {
        const own = names.filter(([contact]) => contact === id).map(([, name]) => Number(name));
        expect(own).toEqual(own.toSorted((one, other) => one - other));
      }
    },
    /** How long after its commit each change arrived first, in milliseconds. */
    lateness(receiver: Receiver): { median: number; p99: number } {
      const late = [...namesOf(receiver)]
        .map(([name, at]) => at - (written.get(name) ?? at))
        .toSorted((one, other) => one - other);
      return { median: late[Math.floor(late.length / 2)] ?? 0, p99: late[Math.floor(late.length * 0.99)] ?? 0 };
    },
    async close(): Promise<void> {
      await server.close();
      await Promise.all(opened.map(([, receiver]) => receiver.close()));
    },
  };
}

/** When each name of each contact arrived first. */
export function namesOf({ received }: Receiver): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { at, event } of received) {
    const name = `${String(event.data['contactId'])} ${String(event.data['lastName'])}`;
    if (!first.has(name)) first.set(name, at);
  }
  return first;
}
