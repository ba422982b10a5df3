import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Compresses responses for clients that accept gzip. Compression cannot leak a secret to another site: requests carry a bearer token
 * and no cookie, so another site cannot make a browser send one.
 */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['gzip'],
    zlibOptions: { level: constants.Z_BEST_SPEED },
    globalDecompression: false,
  });
}
