import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from '@fastify/helmet';
import type { AppConfig } from '#server/platform/context.ts';

/** Including `/api` itself and absolute URLs. */
export const isApi = (url: string): boolean => /^(?:https?:\/\/[^/?]*)?\/api(?:[/?#]|$)/i.test(url);

/** Also of early errors. A route may set another `Cache-Control`. */
export function apiHeaders({ id, url }: FastifyRequest, reply: FastifyReply): void {
  if (isApi(url)) reply.header('X-Request-Id', id).header('Cache-Control', 'no-store');
}

const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** They allow Spotter's own files and Stripe's, and no inline script. */
export async function securityHeaders(app: FastifyInstance, { publicUrl }: AppConfig): Promise<void> {
  const https = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...stripe],
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
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    hsts: https && { maxAge: 31_536_000 },
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
