import type { FastifyRequest } from 'fastify';

const sentences = {
  'sign-in-failed': 'A sign-in failed',
  'sign-in-locked-out': 'A sign-in was refused after too many failures',
  'access-refused': 'A call was refused to an access level',
  'reset-requested': 'A link to reset a password was asked for',
  'reset-refused': 'A link to reset a password was used up, expired or made up',
  'password-changed': 'A password was changed',
  'stripe-keys-changed': 'The Stripe keys of a company were changed',
};
export type SecurityEvent = keyof typeof sentences;

export interface SecurityDetails {
  /** Whom it is about; null for an account that there is none of. */
  userId: string | null;
  companyId?: string;
}

/** A line of the log about who tried what, from where. Never a password, a key, a token or what was typed as an address. */
export function logSecurity(request: FastifyRequest, event: SecurityEvent, details: SecurityDetails): void {
  const { id: requestId, ip: address, method, routeOptions } = request;
  request.log.info({ security: event, requestId, address, ...details, route: `${method} ${routeOptions.url ?? ''}` }, sentences[event]);
}
