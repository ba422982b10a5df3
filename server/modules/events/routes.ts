import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { eventSamplesPage, eventSamplesQuery, eventsPage, eventsQuery } from '#domain/events/contract.ts';
import { eventSamples } from '#domain/events/samples.ts';
import type { AppContext } from '#server/platform/context.ts';
import { listEventsAfter, toEvent } from './repo.ts';

const tags = ['events'];

export const eventRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/events',
      {
        config: { access: 'events:read' },
        schema: { tags, operationId: 'listEvents', querystring: eventsQuery, response: { 200: eventsPage } },
      },
      async ({ scope, query }) => {
        const companyId = query.companyId ? scope.requireCompany(query.companyId) : scope.onlyCompany();
        const rows = await database.readOnly(scope.companies, (tx) => listEventsAfter(tx, scope, companyId, query));
        return { events: rows.map(toEvent), next: String(rows.at(-1)?.number ?? query.after ?? 0) };
      },
    );

    app.get(
      '/events/samples',
      {
        config: { access: 'events:read' },
        schema: {
          tags,
          operationId: 'listEventSamples',
          querystring: eventSamplesQuery,
          response: { 200: eventSamplesPage },
        },
      },
      async ({ query }) => ({ events: eventSamples.filter(({ type }) => !query.type || type === query.type) }),
    );
  };
