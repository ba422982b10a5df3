import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse } from '#domain/shared/contract.ts';
import { signUpBody, signUpReceived } from '#domain/sign-ups/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { rateLimits, addressBlock } from '#server/platform/http/rateLimits.ts';
import { signUp } from './signUp.ts';

const bodyLimit = 16 * 1024;

/** Sign-ups in 15 minutes: from one network address, with one key, and of one email address. */
const most = { fromAddress: 20, withKey: 300, ofEmail: 3 };

export const signUpRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const attempts = rateLimits(database);
    app.post(
      '/sign-ups',
      {
        bodyLimit,
        config: { access: 'publishable-key' },
        schema: { tags: ['sign-ups'], operationId: 'signUp', body: signUpBody, response: { 202: messageResponse } },
      },
      async ({ scope, body, ip, headers }, reply) => {
        const now = clock();
        const { website: filledByProgram, ...person } = body;
        await attempts.takeOrRefuse(
          [
            { subject: `sign-ups from ${addressBlock(ip)}`, most: most.fromAddress },
            { subject: `sign-ups with ${scope.user.sessionId}`, most: most.withKey },
            { subject: `sign-ups of ${scope.companies.join()} ${body.email.toLowerCase()}`, most: most.ofEmail },
          ],
          now,
          'Too many sign-ups. Please try again later.',
        );
        const write = () =>
          database.scoped(scope.companies, (tx) => signUp(tx, scope, person, headers.origin ?? 'the website', now));
        // Somebody else may have taken the address since it was looked for: then they are found.
        if (!filledByProgram) await write().catch((error: unknown) => (isTaken(error) ? write() : rethrow(error)));
        reply.code(202);
        return { message: signUpReceived };
      },
    );
  };

const isTaken = (error: unknown) => error instanceof Problem && error.status === 409;
const rethrow = (error: unknown): never => {
  throw error;
};
