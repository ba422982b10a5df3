import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { withStripe } from '#tests/support/builtServer.ts';
import { httpCaller, type Sent } from '#tests/support/httpCaller.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';

/** This many cash sales, card sales and purchases, every second answer lost, each retried with its key until it is answered. */
export const lostResponses = (each: number): Promise<void> =>
  withStripe(async ({ server, stripe }) => {
    const gym = await createPayingGym(server, stripe);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const proxy = await cuttingProxy((server.app.server.address() as AddressInfo).port);
    const post = await httpCaller(server, gym.users.admin);
    const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: each * 2 });
    const plan = await gym.make.plan();
    const sale = { contactId: gym.contactId, locationId: gym.locationId, items: [{ salesItemId: item, quantity: 1 }] };
    const purchase = { contactId: gym.contactId, membershipId: plan, startDate: todayIn(gym.timezone, new Date()) };
    const kinds = [
      { path: '/sales-items/purchase', body: { ...sale, paymentMethod: 'cash' } },
      { path: '/sales-items/purchase', body: { ...sale, stripePayment: true } },
      { path: '/memberships/purchase', body: purchase },
    ];
    const presses = Array.from({ length: each }, (_, index) =>
      kinds.map((kind, nth): Sent => ({ ...kind, key: `${nth}-${index}` })),
    ).flat();
    const answered = new Set<string>();
    const worker = async () => {
      for (let press = presses.pop(); press; press = presses.pop()) {
        const { status, body } = await untilAnswered(post, proxy.origin, press);
        expect(status).toBe(201);
        answered.add(body.invoice.id);
      }
    };
    await Promise.all(Array.from({ length: 6 }, worker));
    expect(proxy.lost()).toBeGreaterThan(each);
    const invoices = await gym.books.invoices();
    expect([invoices.length, answered.size, gym.account.intents.size]).toEqual([each * 3, each * 3, each * 2]);
    expect(await gym.books.stock(item)).toBe(0);
    await proxy.close();
  });

async function untilAnswered(post: Awaited<ReturnType<typeof httpCaller>>, origin: string, press: Sent) {
  for (;;) {
    try {
      return await post(origin, press);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

/** A proxy between a browser and the server that loses every second response after the server has sent it. */
async function cuttingProxy(port: number) {
  let count = 0;
  const server = createServer((browser) => {
    const cuts = (count += 1) % 2 === 1;
    const upstream = connect(port, '127.0.0.1');
    browser.pipe(upstream);
    if (cuts) upstream.once('data', () => browser.destroy());
    else upstream.pipe(browser);
    for (const socket of [browser, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => [browser, upstream].forEach((other) => other.destroy()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => Math.ceil(count / 2),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
