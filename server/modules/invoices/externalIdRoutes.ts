import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { invoiceExternalIdBody, invoiceExternalIdResponse } from '#domain/invoices/contract.ts';
import { idParams } from '#domain/shared/contract.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { writeUniqueExternalId } from '#server/platform/database/externalId.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { toInvoice, invoiceActivity } from './rows.ts';
import { requireInvoice } from './service.ts';
import { invoicesRepo, lockInvoice } from './repo.ts';

/** The id that an accountant's program has for an invoice. */
export const invoiceExternalIdRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      '/invoices/:id/external-id',
      {
        config: { access: 'invoices:collect' },
        schema: {
          tags: ['invoices'],
          operationId: 'setInvoiceExternalId',
          params: idParams,
          body: invoiceExternalIdBody,
          response: { 200: invoiceExternalIdResponse },
        },
      },
      async ({ scope, params, body }) =>
        database.scoped(scope.companies, async (tx) => {
          await setExternalId(tx, scope, params.id, body.externalId);
          const row = await requireInvoice(tx, scope, params.id);
          return { message: 'External id saved', invoice: toInvoice(row, await invoicesRepo(tx).lines(params.id)) };
        }),
    );
  };

async function setExternalId(tx: Tx, scope: AccessScope, id: string, externalId: string | null | undefined) {
  await requireInvoice(tx, scope, id);
  const { external_id: before, ...invoice } = await lockInvoice(tx, id);
  if (externalId === undefined || externalId === before) return;
  await writeUniqueExternalId('invoice', () =>
    tx
      .updateTable('invoices')
      .set({ external_id: externalId, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .execute(),
  );
  const changes = [{ field: 'externalId', before, after: externalId }];
  await logActivity(
    tx,
    scope.actor,
    invoiceActivity('invoice.external-id-changed', { ...invoice, external_id: externalId }, changes),
  );
}
