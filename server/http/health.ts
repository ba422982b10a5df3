import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';

const status = z.object({ status: z.literal('ok') });

/** `/api/health`: the process is alive. `/api/ready`: the database answers too. */
export const healthRoutes = ({ database }: Deps): FastifyPluginAsyncZod => async (app) => {
  const config = { access: 'public' as const };
  const schema = { tags: ['health'], response: { 200: status } };
  app.get('/health', { config, schema: { ...schema, operationId: 'getHealth' } }, async () => ({ status: 'ok' as const }));
  app.get('/ready', { config, schema: { ...schema, operationId: 'getReadiness' } }, async () => {
    await database.ping();
    return { status: 'ok' as const };
  });
};
