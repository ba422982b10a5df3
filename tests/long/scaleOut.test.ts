import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { beforeAll, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { httpCaller, createToken, type HttpCaller, type Sent } from '#tests/support/httpCaller.ts';
import { createBooks } from '#tests/support/sales.ts';
import { testServer } from '#tests/support/server.ts';
import { spotterPair } from '#tests/support/spotterPair.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('two Spotters behind a balancer, now one and now the other killed in a stream of sales, 10 times: every sale happens once', () =>
  killedBehindBalancer(10));

test('a check-in made at one Spotter is published by the other as well, and by both again after one was killed', () =>
  crossInstanceEvents(20));

/** Kills one and then the other of two Spotters behind a balancer, this many times, while eight tills sell without a pause. */
async function killedBehindBalancer(times: number): Promise<void> {
  const server = await testServer();
  const pair = await spotterPair(server);
  const selling = { on: true };
  try {
    const gym = await createGym(server);
    const make = builders(server, gym);
    const stock = 1_000_000;
    const item = await make.salesItem({ is_physical_item: true, inventory_quantity: stock });
    const body = {
      contactId: await make.contact(),
      locationId: gym.locationId,
      items: [{ salesItemId: item, quantity: 1 }],
      paymentMethod: 'cash',
    };
    const post = await httpCaller(server, gym.users.admin);
    const sold: string[] = [];
    const tills = Array.from({ length: 8 }, async (_, nth) => {
      for (let index = 0; selling.on; index += 1) {
        sold.push(
          await sellUntilAnswered(post, pair.url, { path: '/sales-items/purchase', body, key: `${nth}-${index}` }),
        );
      }
    });
    for (let round = 0; round < times; round += 1) {
      await sleep(500);
      const nth = round % 2 === 0 ? 0 : 1;
      await pair.kill(nth);
      await sleep(500);
      await pair.startAgain(nth);
    }
    selling.on = false;
    await Promise.all(tills);
    const books = createBooks(server.database, gym.companyId);
    const [invoices, payments] = [await books.invoices(), await books.payments()];
    console.log(`${sold.length} sales through ${times} kills`);
    expect(invoices.map(({ id }) => id).toSorted()).toEqual(sold.toSorted());
    expect([payments.length, await books.stock(item)]).toEqual([sold.length, stock - sold.length]);
  } finally {
    selling.on = false;
    await pair.close();
    await server.close();
  }
}

/** Presses the button, with the same key again while no response comes, and returns the invoice's id. */
async function sellUntilAnswered(post: HttpCaller, url: string, sale: Sent): Promise<string> {
  for (;;) {
    const response = await post(url, sale).catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (response?.status === 201) return response.body.invoice.id;
    if (response) expect([409, 502, 503]).toContain(response.status);
    await sleep(20);
  }
}

/** Listens for check-ins at one Spotter while the other creates them, then kills the first and listens again through the balancer. */
async function crossInstanceEvents(count: number): Promise<void> {
  const server = await testServer();
  const pair = await spotterPair(server);
  try {
    const gym = await createGym(server);
    const contactId = await builders(server, gym).contact();
    const token = await createToken(server, gym.users.admin);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const listen = async (url: string) => {
      const response = await fetch(`${url}/api/checkins/live?locationId=${gym.locationId}`, { headers });
      if (!response.body) throw new Error('The answer has no body');
      const events = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
        .getReader();
      // Who can be searched for is told on the same stream.
      const heard = async (): Promise<string[] | undefined> => {
        const { value } = await events.read();
        if (value?.event === 'people') return heard();
        return value && JSON.parse(value.data).checkinIds;
      };
      // The Spotter's connection to the database is new, so everything must be read.
      expect(await heard()).toEqual([]);
      return heard;
    };
    const checkIn = async (url: string): Promise<string> => {
      const body = JSON.stringify({ contactId, locationId: gym.locationId, doorId: 'Side Entrance' });
      const response = await fetch(`${url}/api/checkins`, { method: 'POST', headers, body });
      return ((await response.json()) as { checkin: { id: string } }).checkin.id;
    };

    const [first = '', second = ''] = pair.both.map(({ url }) => url);
    const [atFirst, atSecond] = [await listen(first), await listen(second)];
    for (let nth = 0; nth < count; nth += 1) {
      const made = await checkIn(nth % 2 === 0 ? first : second);
      expect([await atFirst(), await atSecond()]).toEqual([[made], [made]]);
    }

    await pair.kill(0);
    // The stream breaks off, which a caller sees as an error or as an end.
    expect(await atFirst().catch(() => undefined)).toBeUndefined();
    const made = await checkIn(pair.url);
    expect(await atSecond()).toEqual([made]);
    await pair.startAgain(0);
    const again = await listen(pair.both[0]?.url ?? '');
    const last = await checkIn(second);
    expect([await again(), await atSecond()]).toEqual([[last], [last]]);
  } finally {
    await pair.close();
    await server.close();
  }
}
