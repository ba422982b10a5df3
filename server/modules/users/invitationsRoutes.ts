import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { signInOutcome } from '#domain/auth/contract.ts';
import { acceptInvitationBody, invitation, invitationParams } from '#domain/users/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { logSecurity } from '#server/platform/http/logging.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { acceptInvitation, readInvitation } from './acceptInvitation.ts';

const tags = ['users'];
const config = { access: 'public' } as const;

export const invitationRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/invitations/:token',
      {
        config,
        schema: { tags, operationId: 'getInvitation', params: invitationParams, response: { 200: invitation } },
      },
      ({ params }) => readInvitation(context, params.token),
    );

    app.post(
      '/invitations/:token',
      {
        config,
        schema: {
          tags,
          operationId: 'acceptInvitation',
          params: invitationParams,
          body: acceptInvitationBody,
          response: { 200: signInOutcome },
        },
      },
      async (request) => {
        const { params, body, headers } = request;
        try {
          const { response, userId, companyId } = await acceptInvitation(
            context,
            params.token,
            body,
            headers['user-agent'],
            request.id,
          );
          logSecurity(request, 'invitation-accepted', { userId, companyId });
          return response;
        } catch (error) {
          if (error instanceof Problem && error.status === 404)
            logSecurity(request, 'invitation-refused', { userId: null });
          throw error;
        }
      },
    );
  };
