import { beforeEach, describe, expect, test } from 'vitest';
import { findDueReconciliations, startNightlyReconciliations } from '#server/modules/reconciliations/run.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { reconcilingAt } from '#tests/support/reconciling.ts';
import { createGym } from '#tests/support/gym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});
const { context, run } = reconcilingAt(server, () => gym);
describe('every night', () => {
  const nights = async () =>
    (await gym.by.admin.get(`/reconciliations?companyId=${gym.companyId}`)).body.reconciliations.map(
      ({ to, startedBy }: { to: string; startedBy: string | null }) => [to, startedBy],
    );

  /** One run takes 20, and the other tests' companies are due, too. */
  const runAll = async () => {
    while ((await findDueReconciliations(server.database, server.clock.now, 1)).length > 0) await run();
  };

  test('the day before is reconciled once, from three in the morning, and missed nights are made up', async () => {
    // In Denver's time: half past two, then half past three.
    server.clock.now = new Date('2026-03-12T08:30:00Z');
    await startNightlyReconciliations(context);
    expect(await nights()).toEqual([['2026-03-10', null]]);
    await runAll();
    server.clock.now = new Date('2026-03-12T09:30:00Z');
    await Promise.all([startNightlyReconciliations(context), startNightlyReconciliations(context)]);
    expect(await nights()).toEqual([
      ['2026-03-11', null],
      ['2026-03-10', null],
    ]);
    await runAll();
    await startNightlyReconciliations(context);
    expect(await nights()).toHaveLength(2);
    server.clock.now = new Date('2026-03-15T12:00:00Z');
    for (let turn = 0; turn < 4; turn += 1) {
      await startNightlyReconciliations(context);
      await runAll();
    }
    expect((await nights()).map(([day]: [string]) => day)).toEqual([
      '2026-03-14',
      '2026-03-13',
      '2026-03-12',
      '2026-03-11',
      '2026-03-10',
    ]);
  });

  test('the ledger of a company without a Stripe account is compared too', async () => {
    const plain = await createGym(server);
    await startNightlyReconciliations(context);
    await runAll();
    expect(
      (await plain.by.admin.get(`/reconciliations?companyId=${plain.companyId}`)).body.reconciliations,
    ).toMatchObject([{ status: 'completed', hasStripe: false, differenceCount: 0 }]);
  });
});
