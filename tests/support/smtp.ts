import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The part of RFC 5321 that receives a mail. `answer` may refuse a command: it gets the line and returns the response. */
export async function smtpServer(response: (line: string) => string | undefined = () => undefined) {
  let heard = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let inData = false;
    socket.on('error', () => undefined);
    socket.write('220 mail.test ready\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      heard += chunk;
      if (inData && !chunk.endsWith('\r\n.\r\n')) return;
      const refusal = inData ? undefined : response(chunk.trim());
      inData = !refusal && chunk.startsWith('DATA');
      socket.write(`${refusal ?? (inData ? '354 go on' : '250 fine')}\r\n`);
    });
  }).listen(0, '127.0.0.1');
  const close = () => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  };
  onTestFinished(close);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return { port: address.port, received: () => heard, close };
}
