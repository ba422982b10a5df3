import { addDays } from 'date-fns';
import { expect, test } from 'vitest';
import { sumLedgerDays, verifyLedger } from '#server/modules/ledger/index.ts';
import { waitForBlockedQuery } from '#tests/support/database.ts';
import { createGym } from '#tests/support/gym.ts';
import { randomLedger } from '#tests/support/ledger.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const { context } = server;
server.clock.now = new Date('2026-12-20T20:00:00Z');

const period = 'from=2026-09-20&to=2026-12-19';
const figures = [
  'sales?groupBy=month',
  'sales?groupBy=category',
  'sales?groupBy=item',
  'sales?groupBy=staff',
  'payments?groupBy=week',
  'overview?groupBy=month',
  'to-collect?groupBy=day',
].map((report) => `/reports/${report}&${period}`);

async function gymWithBooks() {
  const gym = await createGym(server);
  const admin = await server.as(gym.users.admin);
  const places = [
    { id: gym.locationId, zone: gym.timezone },
    { id: gym.otherLocationId, zone: gym.timezone },
  ];
  const book = (seed: number) => randomLedger(server, gym, places, { count: 60, seed });
  const read = async () => {
    const paths = [...figures, `/accounting/journal?companyId=${gym.companyId}&${period}`];
    const responses = await Promise.all(paths.map((path) => admin.get(path)));
    expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200));
    return responses.map(({ body }) => body);
  };
  return { gym, book, read };
}

const countSums = (companyId: string) =>
  server.database.scoped([companyId], async (tx) => {
    const rows = await tx.selectFrom('ledger_day_sums').select('business_day').execute();
    return rows.length;
  });

test('every report and the journal say the same from the sums of finished days as from their entries', async () => {
  const { gym, book, read } = await gymWithBooks();
  await book(1);
  const before = await read();
  await sumLedgerDays(context);
  expect(await countSums(gym.companyId)).toBeGreaterThan(100);
  expect(await read()).toEqual(before);
});

test('what is booked on a finished day after all is added to its sums', async () => {
  const [summed, live] = [await gymWithBooks(), await gymWithBooks()];
  for (const { book } of [summed, live]) await book(2);
  await sumLedgerDays(context);
  await server.database.acrossCompanies(async (tx) => {
    for (const table of ['finished_days', 'ledger_day_sums'] as const)
      await tx.deleteFrom(table).where('company_id', '=', live.gym.companyId).execute();
  });
  for (const { book } of [summed, live]) await book(3);
  const moneyOf = async ({ read }: typeof summed) =>
    (await read()).map(({ report, days }) =>
      report ? report.totals : days.map((day: object) => ({ ...day, locationId: null })),
    );
  expect(await moneyOf(summed)).toEqual(await moneyOf(live));
});

test('a booking that is not committed yet is waited for', async () => {
  const { gym, book } = await gymWithBooks();
  await book(4);
  let summing: Promise<void> | undefined;
  await server.database.scoped([gym.companyId], async (tx) => {
    const { id } = await tx.selectFrom('ledger_postings').select('id').executeTakeFirstOrThrow();
    await tx
      .insertInto('ledger_entries')
      .values(
        [1, -1].map((cents, index) => ({
          posting_id: id,
          position: 900 + index,
          company_id: gym.companyId,
          location_id: gym.locationId,
          business_day: '2026-10-01',
          kind: 'payment',
          account: index === 0 ? 'cash' : 'receivable',
          cents,
        })),
      )
      .execute();
    summing = sumLedgerDays(context);
    await waitForBlockedQuery(tx);
  });
  await summing;
  const wrong = await server.database.scoped([gym.companyId], (tx) => verifyLedger(tx, gym.companyId));
  expect(wrong.filter(({ figure }) => figure.startsWith('sum of'))).toEqual([]);
});

test('a sum that differs from its entries is named', async () => {
  const { gym, book } = await gymWithBooks();
  await book(5);
  await sumLedgerDays(context);
  await server.database.acrossCompanies((tx) =>
    tx
      .insertInto('ledger_day_sums')
      .values({
        company_id: gym.companyId,
        location_id: gym.locationId,
        business_day: '2026-10-01',
        account: 'cash',
        kind: 'payment',
        cents: 123_456_789,
      })
      .execute(),
  );
  const differences = await server.database.scoped([gym.companyId], (tx) => verifyLedger(tx, gym.companyId));
  expect(differences.filter(({ record }) => record === 'book')).toMatchObject([
    { id: gym.locationId, figure: 'sum of cash on 2026-10-01' },
  ]);
  await server.database.acrossCompanies((tx) =>
    tx.deleteFrom('ledger_day_sums').where('cents', '=', 123_456_789).where('company_id', '=', gym.companyId).execute(),
  );
});

test('days that a clock that was ahead took for finished are taken back, and what is booked on them is reported', async () => {
  const [wrong, right] = [await gymWithBooks(), await gymWithBooks()];
  for (const { book } of [wrong, right]) await book(6);
  await sumLedgerDays({ ...context, clock: () => addDays(server.clock.now, 10) });
  await sumLedgerDays(context);
  for (const { book } of [wrong, right]) await book(7);
  await sumLedgerDays({ ...context, clock: () => addDays(server.clock.now, 1) });
  await server.database.acrossCompanies(async (tx) => {
    for (const table of ['finished_days', 'ledger_day_sums'] as const)
      await tx.deleteFrom(table).where('company_id', '=', right.gym.companyId).execute();
  });
  expect(await countSums(wrong.gym.companyId)).toBeGreaterThan(100);
  const totals = async ({ read }: typeof wrong) => (await read()).map(({ report }) => report?.totals);
  expect(await totals(wrong)).toEqual(await totals(right));
  const differences = await server.database.scoped([wrong.gym.companyId], (tx) =>
    verifyLedger(tx, wrong.gym.companyId),
  );
  expect(differences.filter(({ figure }) => figure.startsWith('sum of'))).toEqual([]);
});
