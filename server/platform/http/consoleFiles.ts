import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppConfig } from '#server/platform/context.ts';
import { contentSecurityPolicy, isApi } from './headers.ts';
import { sendError } from './errors.ts';
import { notFound } from './problem.ts';

const immutable = 'public, max-age=31536000, immutable';
const forADay = 'public, max-age=86400';

/** Its camera reads codes by WebAssembly, and it takes no payments. */
const kioskPath = '/kiosk';

export async function consoleFiles(app: FastifyInstance, config: AppConfig): Promise<void> {
  const { consoleDirectory } = config;
  // Nothing is returned: each await of a reply adds listeners to its response.
  const sendPage = (reply: FastifyReply) => void reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = ['GET', 'HEAD'].includes(request.method) && !isApi(path) && !/\.\w+$/.test(path);
    if (consoleDirectory && isPage) sendPage(reply);
    else sendError(notFound('Page'), request, reply);
  });
  if (!consoleDirectory) return;
  await app.register(staticFiles, {
    root: consoleDirectory,
    preCompressed: true,
    cacheControl: false,
    // A page is revalidated by its ETag. A chunk never changes.
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isAsset = /[\\/]assets[\\/]/.test(path);
      reply.header('Cache-Control', isAsset ? immutable : /favicon\.svg/.test(path) ? forADay : 'no-cache');
    },
  });
  const policy = contentSecurityPolicy(config, { scripts: ["'wasm-unsafe-eval'"] });
  app.get(kioskPath, { helmet: { contentSecurityPolicy: policy }, schema: { hide: true } }, (_request, reply) =>
    sendPage(reply),
  );
}
