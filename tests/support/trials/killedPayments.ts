import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startBeside, withStripe } from '#tests/support/builtServer.ts';
import { httpCaller, type Sent } from '#tests/support/httpCaller.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';

/** How each invoice is paid; `method` is what its payment says. */
const ways = [
  { action: 'payments', body: { method: 'cash' }, method: 'cash' },
  { action: 'payments', body: { method: 'card', card: 'saved' }, method: 'card' },
  { action: 'payments', body: { method: 'cash', amount: 30 }, method: 'cash' },
  { action: 'retry', body: {}, method: 'card' },
] as const;
const total = 10_800;

/**
 * Kills the built server this many times while it takes payments on invoices, at any moment before, in and after the call to
 * Stripe, and sends each payment again with its key, twice.
 */
export const killedPayments = (times: number): Promise<void> =>
  withStripe(async ({ server, stripe }) => {
    const gym = await createPayingGym(server, stripe);
    const { invoice } = invoiceBuilders(server, gym);
    const post = await httpCaller(server, gym.users.admin);
    const all: { invoiceId: string; way: (typeof ways)[number]; sent: Sent; response?: unknown }[] = [];
    for (let round = 0; round < times; round += 1) {
      const presses: typeof all = [];
      for (let nth = 0; nth < 8; nth += 1) {
        const contactId = await gym.make.contact();
        await gym.make.stripeCustomer(contactId, gym.account.createCustomer({ name: 'Casey Jones' }).id);
        const invoiceId = await invoice(contactId, {
          status: 'overdue',
          total_cents: total,
          tax_cents: 800,
          due_cents: total,
        });
        const way = ways[nth % ways.length] ?? ways[0];
        presses.push({
          invoiceId,
          way,
          sent: { path: `/invoices/${invoiceId}/${way.action}`, body: way.body, key: `${round}-${nth}` },
        });
      }
      const doomed = await startBeside(server);
      const before = stripe.calls.length;
      // Stripe is slow in every second round, so that the server dies in the middle of its calls.
      stripe.slow(round % 2 === 0 ? 30 : 0);
      const responses = Promise.allSettled(
        presses.map(async (press) => {
          const { status, body } = await post(doomed.url, press.sent);
          if (status < 300) press.response = body;
        }),
      );
      while (stripe.calls.length === before) await sleep(1);
      await sleep(10 * (round % 9));
      await doomed.end('SIGKILL');
      await responses;
      stripe.slow(0);
      all.push(...presses);
    }
    const healthy = await startBeside(server);
    for (const { sent, response } of all) {
      const first = await post(healthy.url, sent);
      expect([first.status, sent.key]).toEqual([sent.path.endsWith('retry') ? 200 : 201, sent.key]);
      if (response) expect(first.body).toEqual(response);
      expect(await post(healthy.url, sent)).toEqual(first);
    }
    await healthy.end('SIGTERM');
    await gym.deliverAll();
    const charged = [...gym.account.charges.values()].map(({ amount }) => amount);
    expect(charged).toEqual(all.filter(({ way }) => way.method === 'card').map(() => total));
    for (const { invoiceId, way } of all) {
      const paid = 'amount' in way.body ? 3_000 : total;
      expect(await gym.books.invoice(invoiceId)).toMatchObject({
        status: paid === total ? 'paid' : 'partially_paid',
        paid_cents: paid,
        due_cents: total - paid,
      });
      expect(
        (await gym.books.payments(invoiceId)).map(({ status, method, amount_cents }) => [status, method, amount_cents]),
      ).toEqual([['completed', way.method, paid]]);
    }
  });
