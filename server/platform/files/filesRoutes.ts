import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#domain/shared/contract.ts';
import type { AppConfig, AppContext } from '#server/platform/context.ts';
import { forbidden, notFound, raise } from '#server/platform/http/problem.ts';
import { attachment, inline } from './fileName.ts';
import { getContentType, getExtension, isFileKey } from './store.ts';
import { signedForSeconds, signedUrls } from './signedUrls.ts';

type FilesContext = Pick<AppContext, 'files' | 'clock'> & { config: Pick<AppConfig, 'appSecret'> };

const params = z.object({ '*': z.string() });
const bytes = z.custom<Readable>().meta({ type: 'string', format: 'binary' });
const storedFile = {
  description: 'The file',
  content: {
    'image/webp': { schema: bytes },
    'application/pdf': { schema: bytes },
    'application/zip': { schema: bytes },
  },
};
const query = z.object({
  expires: z.string().optional(),
  name: z.string().optional(),
  view: z.literal('inline').optional(),
  signature: z.string().optional(),
});

const refused = 'This link is not valid or has expired';

/** Files are authorized by the signed URL, because an <img> cannot send a token. */
export const fileRoutes = ({ files, config, clock }: FilesContext): FastifyPluginAsyncZod => {
  const urls = signedUrls(config.appSecret);
  return async (app) => {
    const schema = {
      tags: ['files'],
      operationId: 'getFile',
      params,
      querystring: query,
      response: { 200: storedFile, 403: errorResponse },
    };
    app.get('/files/*', { config: { access: 'public' }, schema }, async (request, reply) => {
      const key = request.params['*'];
      if (!isFileKey(key) || !urls.verify(key, request.query, clock())) throw forbidden(refused);
      const isInline = request.query.view === 'inline';
      const file = (await files.get(key)) ?? raise(notFound('File'));
      if (getExtension(key) !== 'webp')
        reply.header(
          'content-disposition',
          (isInline ? inline : attachment)(request.query.name ?? `file.${getExtension(key)}`),
        );
      return reply
        .headers({
          'content-type': getContentType(key),
          'content-length': file.size,
          'x-content-type-options': 'nosniff',
          'cache-control': `private, max-age=${signedForSeconds}, immutable`,
          // A browser's PDF viewer needs more than a sandbox.
          'content-security-policy': isInline ? "frame-ancestors 'self'" : "default-src 'none'; sandbox",
        })
        .send(file.body);
    });
  };
};
