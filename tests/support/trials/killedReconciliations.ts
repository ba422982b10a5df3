import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startBeside, withStripe } from '#tests/support/builtServer.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';
import { reconcilingAt } from '#tests/support/reconciling.ts';

/** More than two pages of the account's balance. */
const topUps = 230;

/**
 * Kills the built server this many times in the middle of one reconciliation, each time after another number of pages, and lets
 * the next process finish it.
 */
export const killedReconciliations = (times: number): Promise<void> =>
  withStripe(async ({ server, stripe }) => {
    const gym = await createPayingGym(server, stripe);
    const { start, read } = reconcilingAt(server, () => gym);
    const { invoiceId, succeeded } = await chargedSale(gym);
    await gym.deliver(succeeded);
    const { id: elsewhere } = gym.account.createIntent({ amount: 500, currency: 'usd' });
    gym.account.confirmIntent(elsewhere, { payment_method: 'pm_card_visa' });
    for (let count = 0; count < topUps; count += 1) gym.account.balance.book({ type: 'topup', amount: 1 });
    const { id } = (await start()).body.reconciliation;
    const invoice = await gym.books.invoice(invoiceId);
    stripe.calls.splice(0);
    stripe.slow(100);
    for (let round = 0; round < times; round += 1) {
      const before = pagesRead(stripe.calls);
      // The next process need not wait for its predecessor's claim to expire, and no run is one crash too many.
      await server.database.unscoped.deleteFrom('jobs').execute();
      await server.database.scoped([gym.companyId], (tx) =>
        tx.updateTable('reconciliations').set({ crashes: 0 }).execute(),
      );
      const doomed = await startBeside(server);
      while (pagesRead(stripe.calls) <= before + (round % 3)) await sleep(1);
      await doomed.end('SIGKILL');
      expect(await read(id)).toMatchObject({ status: 'running', differences: [] });
    }
    stripe.slow(0);
    const healthy = await startBeside(server);
    await expect.poll(async () => (await read(id)).status, { timeout: 30_000 }).toBe('completed');
    await healthy.end('SIGTERM');
    // A charge that was made elsewhere, and transactions that are not payments.
    const { differences, ...found } = await read(id);
    expect(found).toMatchObject({ matched: 1, differenceCount: topUps + 1 });
    expect(differences.filter(({ kind }: { kind: string }) => kind === 'only_at_stripe')).toHaveLength(
      differences.length,
    );
    expect(new Set(differences.map(({ stripeId }: { stripeId: string }) => stripeId)).size).toBe(topUps + 1);
    expect(
      stripe.calls.filter((call) => / \/v1\/(refunds|charges|payment_intents)/.test(call) && !call.startsWith('GET ')),
    ).toEqual([]);
    expect(await gym.books.invoice(invoiceId)).toEqual(invoice);
  });

const pagesRead = (calls: readonly string[]) =>
  calls.filter((call) => call.startsWith('GET /v1/balance_transactions')).length;
