import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '#server/platform/context.ts';
import { isApi } from './headers.ts';
import { sendError } from './errors.ts';
import { notFound } from './problem.ts';

const immutable = 'public, max-age=31536000, immutable';
const forADay = 'public, max-age=86400';

export async function consoleFiles(app: FastifyInstance, { consoleDirectory }: AppConfig): Promise<void> {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = ['GET', 'HEAD'].includes(request.method) && !isApi(path) && !/\.\w+$/.test(path);
    // Nothing is returned: each await of a reply adds listeners to its response.
    if (consoleDirectory && isPage) reply.header('Cache-Control', 'no-cache').sendFile('index.html');
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
}
