import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contactImportAnswer, contactImportBody } from '#domain/contract/contacts-import.ts';
import { importMaxBodyBytes } from '#domain/rules/limits.ts';
import type { Deps } from '#server/deps.ts';
import { attemptOf, once, send } from '#server/http/idempotency.ts';
import { callerGone, Problem } from '#server/http/problem.ts';
import { importContacts } from './contacts-import.service.ts';

/** An addition to SPEC's calls: many contacts at once, all of them or none; who hangs up before the end leaves nothing. */
export const contactImportRoutes = ({ database }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.post(
    '/contacts/import',
    {
      config: { access: 'contacts:write' },
      bodyLimit: importMaxBodyBytes,
      schema: { tags: ['contacts'], body: contactImportBody, response: { 200: contactImportAnswer } },
    },
    async (request, reply) => {
      const { reach, body } = request;
      const { companyId } = reach.at(body.locationId);
      const work = async (tx: Parameters<typeof importContacts>[0]) => ({
        status: 200,
        body: { ...(await importContacts(tx, companyId, body, () => stopIfGone(request))) },
      });
      return send(reply, await once(database, reach.companies, attemptOf(request, companyId), work));
    },
  );
};

function stopIfGone({ socket }: FastifyRequest): void {
  if (socket.destroyed) throw new Problem(callerGone, 'The import was cancelled');
}
