import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Has a server that stops end each connection on which no request is being answered. Node itself would keep one that has not sent a
 * whole request yet, as browsers open them in advance, and one whose request was answered after the stop began.
 */
export function closeConnections(app: FastifyInstance): void {
  const waiting = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    waiting.add(socket);
    socket.once('close', () => waiting.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    response.once('close', () => {
      if (isClosing) app.server.closeIdleConnections();
      else if (!socket.destroyed) waiting.add(socket);
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    waiting.forEach((socket) => socket.destroy());
  });
}
