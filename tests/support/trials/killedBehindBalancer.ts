import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { aGym } from '#tests/support/gym.ts';
import { httpCaller, type HttpCaller, type Sent } from '#tests/support/httpCaller.ts';
import { booksOf } from '#tests/support/sales.ts';
import { testServer } from '#tests/support/server.ts';
import { spotterPair } from '#tests/support/spotterPair.ts';

/** Kills one and then the other of two Spotters behind a balancer, this many times, while eight tills sell without a pause. */
export async function killedBehindBalancer(times: number): Promise<void> {
  const server = await testServer();
  const pair = await spotterPair(server);
  const selling = { on: true };
  try {
    const gym = await aGym(server);
    const make = builders(server, gym);
    const stock = 1_000_000;
    const item = await make.salesItem({ is_physical_item: true, inventory_quantity: stock });
    const body = { contactId: await make.contact(), locationId: gym.locationId, items: [{ salesItemId: item, quantity: 1 }], paymentMethod: 'cash' };
    const post = await httpCaller(server, gym.users.admin);
    const sold: string[] = [];
    const tills = Array.from({ length: 8 }, async (_, nth) => {
      for (let index = 0; selling.on; index += 1) {
        sold.push(await sellUntilAnswered(post, pair.url, { path: '/sales-items/purchase', body, key: `${nth}-${index}` }));
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
    const books = booksOf(server.database, gym.companyId);
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

/** Presses the button, with the same key again while no answer comes, and returns the invoice's id. */
async function sellUntilAnswered(post: HttpCaller, url: string, sale: Sent): Promise<string> {
  for (;;) {
    const answer = await post(url, sale).catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (answer?.status === 201) return answer.body.invoice.id;
    if (answer) expect([409, 502, 503]).toContain(answer.status);
    await sleep(20);
  }
}
