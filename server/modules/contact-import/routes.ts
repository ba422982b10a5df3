import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contactImportResponse, contactImportBody } from '#domain/contact-import/contract.ts';
import { importList, importListQuery, importUndoResponse } from '#domain/contact-import/importsContract.ts';
import { idParams } from '#domain/shared/contract.ts';
import { uploadMaxBytes } from '#domain/shared/limits.ts';
import type { AppContext } from '#server/platform/context.ts';
import { limiter } from '#server/platform/limiter.ts';
import { holdSlot } from '#server/platform/http/requestQueue.ts';
import { callerGone, Problem } from '#server/platform/http/problem.ts';
import { readImport } from './readImport.ts';
import { importContacts, importRunning } from './importContacts.ts';
import { listImports, undoImport } from './undoImport.ts';

const bodyLimit = 2 * uploadMaxBytes;

/** All or none. When the client disconnects before the end, nothing is written. */
export const contactImportRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    /** A waiting one is not read yet and holds no connection. */
    const imports = limiter({ atOnce: 4, perKey: 1, waiting: 1, timeoutMs: 25_000, refuse: importRunning });

    app.post(
      '/contacts/import',
      {
        config: { access: 'contacts:write' },
        bodyLimit,
        onRequest: ({ scope }: FastifyRequest, reply: FastifyReply) => holdSlot(imports, scope.companies.join(), reply),
        schema: {
          tags: ['contacts'],
          operationId: 'importContacts',
          body: contactImportBody,
          response: { 200: contactImportResponse },
        },
        // The body's schema is for OpenAPI only: `readImport` validates it in batches.
        validatorCompiler: () => (value: unknown) => ({ value }),
      },
      async (request) => {
        const throwIfAborted = () => stopIfGone(request);
        const body = await readImport(request.body, throwIfAborted);
        const { companies, actor, requireLocation } = request.scope;
        const { companyId } = requireLocation(body.locationId);
        return database.scoped(companies, (tx) =>
          importContacts(tx, { companyId, now: clock(), actor }, body, throwIfAborted),
        );
      },
    );

    app.get(
      '/contact-imports',
      {
        config: { access: 'contacts:delete' },
        schema: {
          tags: ['contacts'],
          operationId: 'listContactImports',
          querystring: importListQuery,
          response: { 200: importList },
        },
      },
      async ({ scope, query }) => {
        const { id } = scope.requireLocation(query.locationId);
        return { imports: await database.readOnly(scope.companies, (tx) => listImports(tx, id, clock())) };
      },
    );

    app.delete(
      '/contact-imports/:id',
      {
        config: { access: 'contacts:delete' },
        schema: {
          tags: ['contacts'],
          operationId: 'undoContactImport',
          params: idParams,
          response: { 200: importUndoResponse },
        },
      },
      async ({ scope, params }) => database.scoped(scope.companies, (tx) => undoImport(tx, scope, params.id, clock())),
    );
  };

function stopIfGone({ socket }: FastifyRequest): void {
  if (socket.destroyed) throw new Problem(callerGone, 'The import was canceled');
}
