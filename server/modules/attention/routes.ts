import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  atRiskQuery,
  atRiskResponse,
  attentionQuery,
  attentionResponse,
  type AttentionItem,
} from '#domain/attention/contract.ts';
import type { UnbilledPeriod } from '#domain/contact-memberships/contract.ts';
import { fromCents } from '#domain/shared/money.ts';
import { administeredCompanies } from '#domain/shared/access.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isBackupLate } from '#server/modules/backups/index.ts';
import { findLateJobs } from '#server/platform/jobs/lateJobs.ts';
import { contactMembershipsRepo, toContactMembership } from '#server/modules/contact-memberships/index.ts';
import { findMembersAtRisk } from './atRisk.ts';
import { findSilentDoors } from './silentDoors.ts';
import { findAttentionRows, type AttentionRow } from './repo.ts';

const config = { access: 'attention:read' } as const;

export const attentionRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/attention',
      {
        config,
        schema: {
          tags: ['attention'],
          operationId: 'listAttention',
          querystring: attentionQuery,
          response: { 200: attentionResponse },
        },
      },
      ({ scope, query }) =>
        database.readOnly(scope.companies, async (tx) => {
          const locationIds = scope.locationIds(query.locationId);
          const doors = await findSilentDoors(tx, locationIds, clock());
          const rows = await findAttentionRows(tx, locationIds, clock());
          const ids = rows.flatMap(({ kind, membership }) =>
            kind === 'unbilled' && membership ? [membership.id] : [],
          );
          const unbilled = new Map(
            (await contactMembershipsRepo(tx).several(ids)).map((row) => [
              row.id,
              toContactMembership(row, clock()).unbilled ?? undefined,
            ]),
          );
          const isAdmin = administeredCompanies(scope.user.companies).length > 0;
          const late = isAdmin ? await findLateWork(tx) : [];
          const lastRuns = late.map(({ name, ran_at }) => ({ name, lastRun: ran_at.toISOString() }));
          return {
            ...(late.length > 0 && { lateJobs: lastRuns }),
            items: [...doors, ...rows.map((row) => toItem(row, unbilled.get(row.membership?.id ?? '')))],
            total: doors.length + (rows[0]?.total ?? 0),
          };
        }),
    );

    app.get(
      '/attention/at-risk',
      {
        config,
        schema: {
          tags: ['attention'],
          operationId: 'listMembersAtRisk',
          querystring: atRiskQuery,
          response: { 200: atRiskResponse },
        },
      },
      ({ scope, query }) => {
        const location = scope.requireLocation(query.locationId);
        return database.readOnly(scope.companies, (tx) => findMembersAtRisk(tx, location, clock()));
      },
    );
  };

/** A backup that fails each night does run in time, and is late all the same. */
async function findLateWork(tx: Tx) {
  const lateBackup = await isBackupLate(tx);
  return [...(await findLateJobs(tx)), ...(lateBackup ? [{ name: 'backup', ...lateBackup }] : [])];
}

const toItem = (row: AttentionRow, unbilled: UnbilledPeriod | undefined): AttentionItem => ({
  kind: row.kind,
  contact: { id: row.contact_id, firstName: row.first_name, lastName: row.last_name },
  ...(row.invoice && {
    invoice: {
      id: row.invoice.id,
      status: row.invoice.status,
      due: fromCents(row.invoice.due_cents),
      currency: row.invoice.currency,
    },
    amount: fromCents(row.invoice.due_cents),
  }),
  ...(unbilled && { unbilled, amount: unbilled.amount }),
  ...(row.amount_cents !== null && { amount: fromCents(row.amount_cents) }),
  ...(row.membership && { contactMembership: row.membership }),
  ...(row.agreements && { agreements: [...row.agreements] }),
  ...(row.members && { members: [...row.members] }),
  on: row.on,
});
