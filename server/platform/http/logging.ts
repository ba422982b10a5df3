import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logContext } from '#server/platform/log/logging.ts';
import { personOn } from './authentication.ts';

/** Logs the route's template, so that the log has no ids and no search texts. */
export function logRequests(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    logContext.run({ requestId: request.id, route: getRoute(request) }, done);
  app.addHook('onRequest', enter);
  // Reading a body loses the async context.
  app.addHook('preValidation', enter);
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/api') || (request.routeOptions.config.isProbe && reply.statusCode < 400)) return;
    const user = personOn(request);
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(user && (user.device ? { deviceId: user.device.id } : { userId: user.userId })),
        ...(user && { companyIds: user.companies.map(({ id }) => id) }),
        ...(user?.apiKey && { apiKeyId: user.apiKey.id }),
      },
      'Request',
    );
  });
}

const getRoute = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? ''}`;

const securityEvents = {
  'sign-in-failed': 'A sign-in failed',
  'sign-in-locked-out': 'A sign-in was refused after too many failures',
  'passkey-sign-in': 'Somebody signed in with a passkey',
  'access-refused': 'A call was refused to an access level',
  'second-factor-failed': 'A code of two-step verification was refused',
  'second-factor-on': 'Two-step verification was turned on',
  'second-factor-off': 'Two-step verification was turned off',
  'recovery-codes-replaced': 'New recovery codes were made',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'reset-requested': 'A link to reset a password was asked for',
  'reset-refused': 'A password reset link was used, expired or invalid',
  'password-changed': 'A password was changed',
  'invitation-accepted': 'An invitation was accepted',
  'invitation-refused': 'The link of an invitation was used up, expired, revoked or made up',
  'user-invited': 'A person was invited',
  'user-access-changed': 'The access of a person was changed',
  'user-disabled': 'A person was disabled',
  'stripe-keys-changed': 'The Stripe keys of a company were changed',
  'api-key-created': 'An API key was made',
  'api-key-revoked': 'An API key was revoked',
  'device-added': 'A device was added',
  'device-paired': 'A device was paired',
  'device-revoked': 'A device was revoked',
  'device-token-replaced': 'A device replaced its token',
  'pairing-refused': 'A pairing code was used, expired or made up',
};
export type SecurityEvent = keyof typeof securityEvents;

interface SecurityDetails {
  /** The user; null for an account that does not exist. */
  userId: string | null;
  companyId?: string;
  apiKeyId?: string;
  deviceId?: string;
}

/** No password, key or token, and no email address as it was typed. */
export function logSecurity(request: FastifyRequest, event: SecurityEvent, details: SecurityDetails): void {
  request.log.info(
    { security: event, address: request.ip, ...details, route: getRoute(request) },
    securityEvents[event],
  );
}

/** The failure of such an email does not change the response. */
export const logEmailFailure = (request: FastifyRequest, error: unknown): void =>
  request.log.error({ err: error }, 'An email could not be sent');
