import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Compression cannot leak a secret to another site: requests carry a bearer token and no cookie. */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['gzip'],
    zlibOptions: { level: constants.Z_BEST_SPEED },
    globalDecompression: false,
  });
}
