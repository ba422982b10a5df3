import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { attentionQuery, attentionResponse, type AttentionItem } from '#domain/contract/attention.ts';
import { fromCents } from '#domain/rules/money.ts';
import type { Deps } from '#server/deps.ts';
import { archivedLocations } from '#server/resources/location/archivedLocations.ts';
import { whatNeedsAttention, type AttentionRow } from './attention.repo.ts';

const config = { access: 'attention:read' } as const;

export const attentionRoutes = ({ database, clock }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/attention',
    {
      config,
      schema: { tags: ['attention'], operationId: 'listAttention', querystring: attentionQuery, response: { 200: attentionResponse } },
    },
    ({ scope, query }) =>
      database.readOnly(scope.companies, async (tx) => {
        const archived = query.locationId ? [] : await archivedLocations(tx, scope, config.access);
        const rows = await whatNeedsAttention(tx, [...scope.locationIds(query.locationId), ...archived.map(({ id }) => id)], clock());
        return { items: rows.map(toItem), total: rows[0]?.total ?? 0 };
      }),
  );
};

const toItem = (row: AttentionRow): AttentionItem => ({
  kind: row.kind,
  contact: { id: row.contact_id, firstName: row.first_name, lastName: row.last_name },
  ...(row.invoice && {
    invoice: { id: row.invoice.id, status: row.invoice.status, due: fromCents(row.invoice.due_cents), currency: row.invoice.currency },
    amount: fromCents(row.invoice.due_cents),
  }),
  ...(row.membership && { contactMembership: row.membership }),
  on: row.on,
});
