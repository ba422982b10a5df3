import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often a server that stops looks whether a client has taken more of its answer. An answer in one piece shows only that it has ended. */
export const stalledMs = 15_000;

/**
 * Has a server that stops end each connection once no request on it is being answered. Node itself would keep one that has not sent a
 * whole request yet, as browsers open them in advance, and one whose request was answered after the stop began. It would also wait for
 * a download that nobody reads.
 */
export function closeConnections(app: FastifyInstance): void {
  /** How many requests are being answered: a client may send the next before it has its answer. */
  const answering = new Map<Socket, number>();
  let isClosing = false;
  const count = (socket: Socket, change: number) => {
    if (!answering.has(socket)) return;
    const left = (answering.get(socket) ?? 0) + change;
    answering.set(socket, left);
    if (isClosing && left === 0) socket.destroySoon();
  };
  const taken = new Map<Socket, number>();
  const endStalled = () => {
    for (const socket of answering.keys()) {
      if (socket.writableLength > 0 && taken.get(socket) === socket.bytesWritten) socket.destroy();
      taken.set(socket, socket.bytesWritten);
    }
  };
  let stalling: NodeJS.Timeout | undefined;
  // Node's own cuts off an answer that is written but not sent yet.
  app.server.closeIdleConnections = () => undefined;
  app.server.on('connection', (socket: Socket) => {
    answering.set(socket, 0);
    socket.once('close', () => answering.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, requests] of answering) if (requests === 0) socket.destroy();
    stalling = setInterval(endStalled, stalledMs);
  });
  app.addHook('onClose', async () => clearInterval(stalling));
}
