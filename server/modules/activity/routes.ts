import type { ActivityRow } from '#server/platform/database/schema.ts';
import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  activityFilter,
  activityPage,
  activityPeople,
  activityPeopleQuery,
  activityQuery,
} from '#domain/activity/contract.ts';
import { toPagination } from '#domain/shared/contract.ts';
import { activityCsv } from '#domain/activity/text.ts';
import { csvHead, csvLines } from '#domain/shared/csv.ts';
import { todayIn } from '#domain/shared/dates.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { csvHeaders, csvStream } from '#server/platform/files/csvFile.ts';
import { activityRepo, toActivityEntry, type ActivityCoverage, type ActivityCriteria } from './repo.ts';
import { readCoverage, toCriteria, getCompanyZone } from './service.ts';

const tags = ['activity'];
export const activityRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/activity',
      {
        config: { access: 'activity:history' },
        schema: {
          tags,
          operationId: 'listActivity',
          description: levelsNeeded,
          querystring: activityQuery,
          response: { 200: activityPage },
        },
      },
      async ({ scope, query }) => {
        const criteria = { ...toCriteria(scope, query), ids: query.ids };
        return database.readOnly(scope.companies, async (tx) => {
          const coverage = await readCoverage(tx, scope, query);
          const repo = activityRepo(tx);
          const rows = await repo.page(coverage, criteria, query);
          return {
            entries: rows.map(toActivityEntry),
            pagination: toPagination(query, await repo.count(coverage, criteria)),
          };
        });
      },
    );

    app.get(
      '/activity/people',
      {
        config: { access: 'activity:read' },
        schema: {
          tags,
          operationId: 'listActivityPeople',
          querystring: activityPeopleQuery,
          response: { 200: activityPeople },
        },
      },
      async ({ scope, query }) => ({
        people: await database.readOnly(scope.companies, async (tx) =>
          activityRepo(tx).people(await readCoverage(tx, scope, query)),
        ),
      }),
    );

    app.get(
      '/activity/csv',
      {
        config: { access: 'activity:read' },
        schema: { tags, operationId: 'exportActivity', querystring: activityFilter, response: { 200: csvStream() } },
      },
      async ({ scope, query }, reply) => {
        const zone = getCompanyZone(scope, query.companyId);
        const coverage = await database.readOnly(scope.companies, (tx) => readCoverage(tx, scope, query));
        const lines = csvOf(database, scope.companies, coverage, toCriteria(scope, query), zone);
        return reply.headers(csvHeaders(`activity-${todayIn(zone, clock())}.csv`)).send(Readable.from(lines));
      },
    );
  };

const levelsNeeded =
  'With a `recordId` it is the history of that record, for admins and managers. Without one it is the whole log, for admins.';

/** Entries read per transaction. */
const atATime = 1_000;

async function* csvOf(
  database: Database,
  companies: readonly string[],
  coverage: ActivityCoverage,
  criteria: ActivityCriteria,
  zone: string,
) {
  const columns = activityCsv(zone);
  yield csvHead(columns);
  for (let after: ActivityRow | undefined, isLast = false; !isLast;) {
    const rows = await database.readOnly(companies, (tx) =>
      activityRepo(tx).page(coverage, { ...criteria, after }, { page: 1, limit: atATime }),
    );
    yield csvLines(columns, rows.map(toActivityEntry));
    after = rows.at(-1);
    isLast = rows.length < atATime;
  }
}
