import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startBeside, withStripe } from '#tests/support/builtServer.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { httpCaller, type Sent } from '#tests/support/httpCaller.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';

const atOnce = 8;

/**
 * Kills the built server this many times while it refunds card payments, at any moment before, in and after the call to Stripe,
 * and sends each refund again with its key.
 */
export const killedRefunds = (times: number): Promise<void> =>
  withStripe(async ({ server, stripe }) => {
    const gym = await createPayingGym(server, stripe);
    const post = await httpCaller(server, gym.users.admin);
    const all: { invoiceId: string; item: string; sent: Sent }[] = [];
    for (let round = 0; round < times; round += 1) {
      const sales = [];
      for (let nth = 0; nth < atOnce; nth += 1) {
        const { invoiceId, item, succeeded } = await chargedSale(gym);
        await gym.deliver(succeeded);
        const body = { destination: 'card', reason: 'A mistake', restock: [0] };
        sales.push({ invoiceId, item, sent: { path: `/invoices/${invoiceId}/refunds`, body, key: `${round}-${nth}` } });
      }
      const doomed = await startBeside(server);
      // The first response is slow; the others arrive while the server dies.
      const before = stripe.calls.length;
      stripe.slow(round % 2 === 0 ? 30 : 0);
      const presses = Promise.allSettled(sales.map(({ sent }) => post(doomed.url, sent)));
      while (stripe.calls.length === before) await sleep(1);
      await sleep(10 * (round % 7));
      await doomed.end('SIGKILL');
      await presses;
      stripe.slow(0);
      all.push(...sales);
    }
    const healthy = await startBeside(server);
    for (const { sent } of all) expect((await post(healthy.url, sent)).status).toBe(201);
    await healthy.end('SIGTERM');
    await gym.deliverAll();
    expect([...gym.account.refunds.values()].map(({ amount }) => amount)).toEqual(all.map(() => 1_080));
    for (const { invoiceId, item } of all) {
      expect(await gym.books.invoice(invoiceId)).toMatchObject({
        status: 'refunded',
        paid_cents: 1_080,
        refunded_cents: 1_080,
      });
      expect(
        (await gym.books.payments(invoiceId))
          .filter(({ status }) => status === 'refunded')
          .map(({ amount_cents }) => amount_cents),
      ).toEqual([1_080]);
      expect(await gym.books.stock(item)).toBe(9);
    }
  });
