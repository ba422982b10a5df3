import { groupBy, sumBy } from 'es-toolkit';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountingSettings } from '#domain/accounting/accounts.ts';
import { accountPostings } from '#domain/accounting/postings.ts';
import {
  accountingJournalResponse,
  accountingPreviewResponse,
  accountingQuery,
  type AccountingQuery,
} from '#domain/accounting/contract.ts';
import { csvText, type CsvColumn } from '#domain/shared/csv.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { csvFile, csvHeaders } from '#server/platform/files/csvFile.ts';
import type { AccessibleLocation, AccessScope } from '#server/platform/http/accessScope.ts';
import { findArchivedLocations } from '#server/platform/http/archivedLocations.ts';
import { notFound } from '#server/platform/http/problem.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import { accountTotals, entryLabels, buildJournal, type JournalLine } from './journal.ts';
import { readBookedAmounts } from './repo.ts';

const tags = ['accounting'];
const config = { access: 'reports:read' } as const;

export const accountingRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/accounting/preview',
      {
        config,
        schema: {
          tags,
          operationId: 'previewAccounting',
          querystring: accountingQuery,
          response: { 200: accountingPreviewResponse },
        },
      },
      async ({ scope, query }) => {
        const { lines, accounting } = await database.readOnly(scope.companies, (tx) => readJournal(tx, scope, query));
        const totals = accountTotals(lines);
        return {
          preview: {
            from: query.from,
            to: query.to,
            lines: lines.length,
            accounts: totals.map(({ debit, credit, ...account }) => ({
              ...account,
              debit: fromCents(debit),
              credit: fromCents(credit),
              postings: accounting && accountPostings(account, accounting),
            })),
            debit: fromCents(sumBy(totals, ({ debit }) => debit)),
            credit: fromCents(sumBy(totals, ({ credit }) => credit)),
          },
        };
      },
    );

    app.get(
      '/accounting/journal',
      {
        config,
        schema: {
          tags,
          operationId: 'readJournal',
          querystring: accountingQuery,
          response: { 200: accountingJournalResponse },
        },
      },
      async ({ scope, query }) => {
        const { lines } = await database.readOnly(scope.companies, (tx) => readJournal(tx, scope, query));
        const days = Object.values(groupBy(lines, ({ day, locationId }) => `${day} ${locationId}`));
        return {
          days: days.flatMap((ofDay) =>
            ofDay.slice(0, 1).map(({ day, locationId }) => ({
              day,
              locationId,
              lines: accountTotals(ofDay).map(({ debit, credit, ...account }) => ({
                account,
                debit: fromCents(debit),
                credit: fromCents(credit),
              })),
            })),
          ),
        };
      },
    );

    app.get(
      '/accounting/export',
      {
        config,
        schema: {
          tags,
          operationId: 'exportAccounting',
          querystring: accountingQuery,
          response: { 200: csvFile },
        },
      },
      async ({ scope, query }, reply) => {
        const { lines, names } = await database.readOnly(scope.companies, (tx) => readJournal(tx, scope, query));
        const columns = fileColumns(names);
        return reply.headers(csvHeaders(`accounting-${query.from}-${query.to}.csv`)).send(csvText(columns, lines));
      },
    );
  };

async function readJournal(
  tx: Tx,
  scope: AccessScope,
  { companyId, locationId, from, to }: AccountingQuery,
): Promise<{ lines: JournalLine[]; names: Map<string, string>; accounting?: AccountingSettings }> {
  const locations = await findLocations(tx, scope, companyId, locationId);
  const company = locations[0]?.companyId;
  if (!company) return { lines: [], names: new Map() };
  const amounts = await readBookedAmounts(
    tx,
    locations.map(({ id }) => id),
    { from, to },
  );
  const { accounting } = await readCompanySettings(tx, company);
  const named = await tx.selectFrom('locations').select(['id', 'name']).where('company_id', '=', company).execute();
  return {
    accounting,
    lines: buildJournal(amounts, accounting),
    names: new Map(named.map(({ id, name }) => [id, name])),
  };
}

async function findLocations(
  tx: Tx,
  scope: AccessScope,
  companyId: string | undefined,
  locationId: string | undefined,
): Promise<readonly AccessibleLocation[]> {
  const company = companyId && scope.requireCompany(companyId);
  if (locationId) {
    const location = scope.requireLocation(locationId);
    if (company && location.companyId !== company) throw notFound('Location');
    return [location];
  }
  const all = [...scope.locations, ...(await findArchivedLocations(tx, scope, config.access))];
  return all.filter((location) => location.companyId === company);
}

const fileColumns = (names: ReadonlyMap<string, string>): readonly CsvColumn<JournalLine>[] => [
  { label: 'Date', value: ({ day }) => day },
  { label: 'Location', value: ({ locationId }) => names.get(locationId) },
  { label: 'Entry', value: ({ entry }) => entryLabels[entry] },
  { label: 'Account Number', value: ({ number }) => number },
  { label: 'Account Name', value: ({ name }) => name },
  { label: 'Debit', value: ({ debit }) => (debit === 0 ? null : fromCents(debit).toFixed(2)) },
  { label: 'Credit', value: ({ credit }) => (credit === 0 ? null : fromCents(credit).toFixed(2)) },
];
