import { pascalCase } from 'es-toolkit';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { todayQuery, todayResponse } from '#domain/reports/todayContract.ts';
import { reportQuery, reportResponse, salesReportQuery, type ReportQuery } from '#domain/reports/contract.ts';
import { csvText } from '#domain/shared/csv.ts';
import { reportKinds, type ReportKind } from '#domain/reports/reportLayouts.ts';
import { reportCsv } from '#domain/reports/reportText.ts';
import { isTimedOut } from '#server/platform/database/errors.ts';
import type { AppContext } from '#server/platform/context.ts';
import { csvFile, csvHeaders } from '#server/platform/files/csvFile.ts';
import { unavailable } from '#server/platform/http/problem.ts';
import { findArchivedLocations } from '#server/platform/http/archivedLocations.ts';
import { buildReport } from './buildReport.ts';
import { readToday } from './readToday.ts';

const tags = ['reports'];
const config = { access: 'reports:read' } as const;

export const reportRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const read = async ({ scope, query }: FastifyRequest<{ Querystring: ReportQuery }>, kind: ReportKind) => {
      const ids = scope.locationIds(query.locationId);
      const current = scope.locations.filter(({ id }) => ids.includes(id));
      try {
        return await database.readOnly(scope.companies, async (tx) => {
          const locations = query.locationId
            ? current
            : [...current, ...(await findArchivedLocations(tx, scope, config.access))];
          return buildReport({ tx, kind, locations, query, now: clock() });
        });
      } catch (error) {
        throw isTimedOut(error) ? unavailable(tooLong, 30, { cause: error }) : error;
      }
    };

    for (const kind of reportKinds) {
      const name = pascalCase(kind);
      const querystring = kind === 'sales' ? salesReportQuery : reportQuery;
      app.get(
        `/reports/${kind}`,
        { config, schema: { tags, operationId: `read${name}Report`, querystring, response: { 200: reportResponse } } },
        async (request: FastifyRequest<{ Querystring: ReportQuery }>) => ({ report: await read(request, kind) }),
      );
      app.get(
        `/reports/${kind}/csv`,
        { config, schema: { tags, operationId: `export${name}Report`, querystring, response: { 200: csvFile } } },
        async (request: FastifyRequest<{ Querystring: ReportQuery }>, reply) => {
          const report = await read(request, kind);
          const columns = reportCsv(kind, report.groupBy);
          return reply
            .headers(csvHeaders(`${kind}-${report.from}-${report.to}.csv`))
            .send(csvText(columns, report.rows));
        },
      );
    }

    app.get(
      '/reports/today',
      {
        config,
        schema: { tags, operationId: 'readToday', querystring: todayQuery, response: { 200: todayResponse } },
      },
      async ({ scope, query }) => {
        const location = scope.requireLocation(query.locationId);
        return { today: await database.readOnly(scope.companies, (tx) => readToday(tx, location, clock())) };
      },
    );
  };

const tooLong = 'This report takes too long right now. Choose a shorter period or one location, or try again later.';
