import type { FastifyInstance } from 'fastify';
import { rawAnswer } from './apiHeaders.ts';
import { badRequest } from './problem.ts';

/** What Node would refuse by itself, without a body, is let through to be refused in the API's own shape. */
export const httpOptions = {
  requireHostHeader: false,
  // Who sends his head byte by byte is cut off within 20 seconds.
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
};

/** A photo of 10 MB over half a megabit a second, as a gym's line may have. */
export const requestTimeoutMs = 180_000;

/** The rules of HTTP that Node leaves to whoever turns its own answers off. */
export function wire(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw badRequest('The request names no host');
  });
  app.server.on('checkExpectation', ({ socket }) => {
    socket.end(rawAnswer(417, 'This expectation cannot be met'));
  });
}
