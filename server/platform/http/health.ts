import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withTimeout } from 'es-toolkit';
import { z } from 'zod';
import type { AppContext } from '#server/platform/context.ts';
import { version } from '#domain/shared/version.ts';
import { unavailable } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every few seconds by machines. A success is not logged. */
    isProbe?: boolean;
  }
}

const status = z.object({ status: z.literal('ok'), version: z.string() });

const storeSeconds = 10;
const storeTimeoutMs = 3_000;

/** `/api/health`: the process is alive. `/api/ready`: the database and the file store answer too. */
export const healthRoutes =
  ({ database, files }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: 'public' as const, isProbe: true };
    let asked: { at: number; response: Promise<void> } | undefined;
    const askStore = () => {
      if (!asked || performance.now() - asked.at > storeSeconds * 1_000) {
        const response = withTimeout(() => files.ping(), storeTimeoutMs).catch((error: unknown) => {
          throw unavailable('The file store does not answer. Pictures and PDFs cannot be read.', storeSeconds, {
            cause: error,
          });
        });
        asked = { at: performance.now(), response };
      }
      return asked.response;
    };
    const schema = { tags: ['health'], response: { 200: status } };
    app.get('/health', { config, schema: { ...schema, operationId: 'getHealth' } }, async () => ({
      status: 'ok' as const,
      version,
    }));
    app.get('/ready', { config, schema: { ...schema, operationId: 'getReadiness' } }, async () => {
      await Promise.all([database.ping(), askStore()]);
      return { status: 'ok' as const, version };
    });
  };
