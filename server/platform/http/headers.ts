import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from '@fastify/helmet';
import type { AppConfig } from '#server/platform/context.ts';

/** Including `/api` itself and absolute URLs. */
export const isApi = (url: string): boolean => /^(?:https?:\/\/[^/?]*)?\/api(?:[/?#]|$)/i.test(url);

/** Early errors have them too. A route may set another `Cache-Control`. */
export function apiHeaders({ id, url }: FastifyRequest, reply: FastifyReply): void {
  if (isApi(url)) reply.header('X-Request-Id', id).header('Cache-Control', 'no-store');
}

const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com'];

const isHttps = ({ publicUrl }: AppConfig) => publicUrl.startsWith('https:');

/** It allows Spotter's own files and Stripe's, and no inline script. */
export const contentSecurityPolicy = (
  config: AppConfig,
  { scripts = stripe }: { scripts?: readonly string[] } = {},
) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...scripts],
    // Emotion writes style elements while the page runs.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https://*.stripe.com'],
    fontSrc: ["'self'"],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'", 'https://api.stripe.com', ...stripe],
    // Agreements are read in the page.
    frameSrc: ["'self'", ...stripe, 'https://hooks.stripe.com'],
    frameAncestors: ["'none'"],
    objectSrc: ["'self'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    ...(isHttps(config) && { upgradeInsecureRequests: [] }),
  },
});

export async function securityHeaders(app: FastifyInstance, config: AppConfig): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(config),
    // A gym's other sites below its domain may not have TLS.
    hsts: isHttps(config) && { maxAge: 31_536_000, includeSubDomains: false },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header(
      'Permissions-Policy',
      'camera=(self), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
    );
  });
}
