import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { startBeside } from '#tests/support/builtServer.ts';
import { createGym } from '#tests/support/gym.ts';
import { httpCaller, type HttpCaller, type Sent } from '#tests/support/httpCaller.ts';
import { createBooks } from '#tests/support/sales.ts';
import { testServer } from '#tests/support/server.ts';

interface SentSale {
  readonly sent: Sent;
  invoiceId?: string;
}

/** Kills the built server this many times during a stream of cash sales, and checks the books after each. */
export async function killed(times: number): Promise<void> {
  const server = await testServer();
  try {
    const gym = await createGym(server);
    const make = builders(server, gym);
    const stock = 100_000;
    const item = await make.salesItem({ is_physical_item: true, inventory_quantity: stock });
    const body = {
      contactId: await make.contact(),
      locationId: gym.locationId,
      items: [{ salesItemId: item, quantity: 2 }],
      paymentMethod: 'cash',
    };
    const post = await httpCaller(server, gym.users.admin);
    const books = createBooks(server.database, gym.companyId);
    const all: SentSale[] = [];
    for (let round = 0; round < times; round += 1) {
      const killedServer = await startBeside(server);
      const sentSales: SentSale[] = [];
      const stream = Promise.all(
        Array.from({ length: 8 }, (_, nth) =>
          sellUntilDead(post, killedServer.url, sentSales, (index) => ({
            path: '/sales-items/purchase',
            body,
            key: `${round}-${nth}-${index}`,
          })),
        ),
      );
      while (!sentSales.some(({ invoiceId }) => invoiceId)) await sleep(5);
      await sleep(40 * (round % 10));
      await killedServer.end('SIGKILL');
      await stream;
      const kept = new Set((await books.invoices()).map(({ id }) => id));
      expect(sentSales.filter(({ invoiceId }) => invoiceId && !kept.has(invoiceId))).toEqual([]);
      all.push(...sentSales);
    }
    const healthy = await startBeside(server);
    for (const { sent, invoiceId } of all) {
      const response = await post(healthy.url, sent);
      expect(response.status).toBe(201);
      if (invoiceId) expect(response.body.invoice.id).toBe(invoiceId);
    }
    await healthy.end('SIGTERM');
    const [invoices, payments] = [await books.invoices(), await books.payments()];
    expect([invoices.length, payments.length, await books.stock(item)]).toEqual([
      all.length,
      all.length,
      stock - 2 * all.length,
    ]);
    for (const { id } of invoices.slice(-50)) expect(await books.lines(id)).toHaveLength(1);
  } finally {
    await server.close();
  }
}

/** One sale after another at a till; the last answer is lost when the server dies. */
async function sellUntilDead(
  post: HttpCaller,
  url: string,
  sentSales: SentSale[],
  saleOf: (index: number) => Sent,
): Promise<void> {
  for (let index = 0; ; index += 1) {
    const sale: SentSale = { sent: saleOf(index) };
    sentSales.push(sale);
    try {
      const { status, body } = await post(url, sale.sent);
      expect(status).toBe(201);
      sale.invoiceId = body.invoice.id;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return;
    }
  }
}
