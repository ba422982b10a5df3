import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '#server/deps.ts';
import { isApi } from './headers.ts';
import { answerError } from './errors.ts';
import { notFound } from './problem.ts';

const immutable = 'public, max-age=31536000, immutable';
const forADay = 'public, max-age=86400';

/** What says how a page may behave, which is as long as many a chunk and which nobody reads on a part of one. */
const forPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
const partsOfPage = /\.(js|css|woff2)(\.br|\.gz)?$/;

/** The built console: hashed assets for ever, the icon for a day, and its page for every address that is not a file. */
export async function consoleFiles(app: FastifyInstance, { consoleDirectory }: AppConfig): Promise<void> {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = ['GET', 'HEAD'].includes(request.method) && !isApi(path) && !/\.\w+$/.test(path);
    if (!consoleDirectory || !isPage) return answerError(notFound('Page'), request, reply);
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  });
  if (!consoleDirectory) return;
  await app.register(staticFiles, {
    root: consoleDirectory,
    preCompressed: true,
    cacheControl: false,
    // A page is asked for again by its ETag, a chunk never: of some thirty chunks every header counts.
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isAsset = /[\\/]assets[\\/]/.test(path);
      reply.header('Cache-Control', isAsset ? immutable : /favicon\.svg/.test(path) ? forADay : 'no-cache');
      if (isAsset && partsOfPage.test(path)) for (const name of forPages) reply.removeHeader(name);
    },
  });
}
