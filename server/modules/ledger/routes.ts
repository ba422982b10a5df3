import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ledgerFilter,
  ledgerPage,
  ledgerQuery,
  type LedgerFilter,
  type LedgerPosting,
} from '#domain/ledger/contract.ts';
import { ledgerCsv } from '#domain/ledger/text.ts';
import { toPagination } from '#domain/shared/contract.ts';
import { csvHead, csvLines } from '#domain/shared/csv.ts';
import { lastDayBegun } from '#domain/shared/dates.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { isTimedOut } from '#server/platform/database/errors.ts';
import { csvHeaders, csvStream } from '#server/platform/files/csvFile.ts';
import type { AccessibleLocation, AccessScope } from '#server/platform/http/accessScope.ts';
import { unavailable } from '#server/platform/http/problem.ts';
import { findArchivedLocations } from '#server/platform/http/archivedLocations.ts';
import { ledgerRepo, planForValues, type PostingRow } from './repo.ts';

const tags = ['ledger'];
const config = { access: 'reports:read' } as const;
export const ledgerRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/ledger',
      {
        config,
        schema: { tags, operationId: 'listPostings', querystring: ledgerQuery, response: { 200: ledgerPage } },
      },
      async ({ scope, query }) => {
        try {
          return await database.readOnly(scope.companies, async (tx) => {
            await planForValues(tx);
            const repo = ledgerRepo(tx, await findLocations(tx, scope, query), query);
            const [rows, { debit, credit, postings }] = [await repo.page(query), await repo.totals()];
            return {
              postings: rows.map(toPosting),
              totals: { debit: fromCents(debit), credit: fromCents(credit) },
              pagination: toPagination(query, postings),
            };
          });
        } catch (error) {
          throw isTimedOut(error) ? unavailable(tooLong, 30, { cause: error }) : error;
        }
      },
    );

    app.get(
      '/ledger/csv',
      {
        config,
        schema: {
          tags,
          operationId: 'exportPostings',
          querystring: ledgerFilter,
          response: { 200: csvStream('The file, one line for each entry') },
        },
      },
      async ({ scope, query }, reply) => {
        const { locations, names } = await database.readOnly(scope.companies, async (tx) => ({
          locations: await findLocations(tx, scope, query),
          names: await tx.selectFrom('locations').select(['id', 'name', 'timezone']).execute(),
        }));
        const columns = ledgerCsv(new Map(names.map(({ id, ...location }) => [id, location])));
        const day = query.to ?? lastDayBegun(locations, clock());
        return reply
          .headers(csvHeaders(`ledger-${query.from ? `${query.from}-` : ''}${day}.csv`))
          .send(Readable.from(linesOf(database, scope, locations, query, columns)));
      },
    );
  };

const tooLong = 'This takes too long to add up right now. Choose a shorter period or one location, or try again later.';

/** Postings read per transaction. */
const atATime = 1_000;

async function* linesOf(
  database: Database,
  { companies }: AccessScope,
  locations: readonly AccessibleLocation[],
  filter: LedgerFilter,
  columns: ReturnType<typeof ledgerCsv>,
) {
  yield csvHead(columns);
  for (let after: PostingRow | undefined, isLast = false; !isLast;) {
    const rows = await database.readOnly(companies, async (tx) => {
      await planForValues(tx);
      return ledgerRepo(tx, locations, filter).page({ page: 1, limit: atATime }, after);
    });
    const postings = rows.map(toPosting);
    yield csvLines(
      columns,
      postings.flatMap((posting) => posting.entries.map((entry) => ({ posting, entry }))),
    );
    after = rows.at(-1);
    isLast = rows.length < atATime;
  }
}

const toPosting = ({ at, entries, ...row }: PostingRow): LedgerPosting => ({
  ...row,
  at: at.toISOString(),
  entries: entries.map(({ cents, ...entry }) => ({
    ...entry,
    debit: fromCents(Math.max(0, cents)),
    credit: fromCents(Math.max(0, -cents)),
  })),
});

/** As in the reports: the location that is named, or all of them, archived ones too. */
async function findLocations(
  tx: Tx,
  scope: AccessScope,
  { companyId, locationId }: LedgerFilter,
): Promise<readonly AccessibleLocation[]> {
  const company = companyId && scope.requireCompany(companyId);
  const locations = locationId
    ? [scope.requireLocation(locationId)]
    : [...scope.locations, ...(await findArchivedLocations(tx, scope, config.access))];
  return company ? locations.filter((location) => location.companyId === company) : locations;
}
