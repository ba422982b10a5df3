import { beforeEach, expect, test } from 'vitest';
import { findDueReconciliations, runReconciliations } from '#server/modules/reconciliations/run.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { reconcilingAt } from '#tests/support/reconciling.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});
const { context, start, read, run, today } = reconcilingAt(server, () => gym);
const later = (minutes: number) => server.advance({ minutes });

/** How often each gym's reconciliation has crashed, as long as it waits to be run. */
const readCrashes = async (...gyms: PayingGym[]) => {
  const rows = await findDueReconciliations(server.database, server.clock.now, 20);
  return gyms.map(({ companyId }) => rows.find(({ company_id }) => company_id === companyId)?.crashes);
};
/** Begins what waits to be run in a process that then ends. */
const crash = async (expected: (number | undefined)[], ...gyms: PayingGym[]) => {
  void runReconciliations({
    ...context,
    database: { ...server.database, readOnly: () => new Promise(() => undefined) },
  });
  await expect.poll(() => readCrashes(...gyms)).toEqual(expected);
};

test('a reconciliation is given up when it has crashed its server five times in a row, and says what to do', async () => {
  const { id } = (await start()).body.reconciliation;
  for (let nth = 1; nth <= 5; nth += 1) await crash([nth], gym);
  expect(await read(id)).toMatchObject({ status: 'running', failure: null });
  await expect(run()).rejects.toThrow('1 reconciliations failed');
  const failure =
    'The server crashed 5 times in the middle of it. Compare fewer days, and look for the cause in the server’s log';
  const givenUp = await read(id);
  expect(givenUp).toMatchObject({ status: 'failed', failure, tryAgainAt: null });
  await run();
  expect(await read(id)).toEqual(givenUp);
  const next = (await start()).body.reconciliation;
  await run();
  expect((await read(next.id)).status).toBe('completed');
});

test('a reconciliation is not given up for crashes before a run that ended, and may crash while it is tried again', async () => {
  const { id } = (await start()).body.reconciliation;
  for (let nth = 1; nth <= 4; nth += 1) await crash([nth], gym);
  stripe.fail(/balance_transactions/, 500);
  await expect(run()).rejects.toThrow('1 reconciliations failed');
  later(60);
  for (let nth = 1; nth <= 5; nth += 1) await crash([nth], gym);
  await expect(run()).rejects.toThrow('1 reconciliations failed');
  expect(await read(id)).toMatchObject({ status: 'failed', tryAgainAt: null });
});

test('a reconciliation runs after the others and alone, so that none of them counts as crashed with it', async () => {
  const [second, third] = [await createPayingGym(server, stripe), await createPayingGym(server, stripe)];
  const startAt = (who: PayingGym) =>
    who.by.admin.post('/reconciliations', { body: { companyId: who.companyId, from: today(), to: today() } });
  await startAt(gym);
  await startAt(second);
  await crash([1, 1], gym, second);
  await crash([2, 1], gym, second);
  await startAt(third);
  await crash([2, 1, 1], gym, second, third);
  await run();
  expect(await readCrashes(gym, second, third)).toEqual([undefined, undefined, undefined]);
});
