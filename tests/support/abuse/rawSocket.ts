import { connect } from 'node:net';

interface RawResponse {
  status: number;
  headers: string;
  body: string;
}

/** The result of a conversation: the responses, and whether the server closed it in time. */
interface Conversation {
  responses: RawResponse[];
  ended: boolean;
  /** Milliseconds until the end. */
  took: number;
}

interface Options {
  port: number;
  /** Ends its side after the bytes, like a client that has gone. */
  thenEnd?: boolean;
  patience?: number;
}

/** Sends raw bytes, valid HTTP or not, and listens until the server closes the connection. */
export function converse(bytes: string, { port, thenEnd = false, patience = 5_000 }: Options): Promise<Conversation> {
  const began = Date.now();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.setEncoding('latin1').on('data', (text: string) => (heard += text));
  socket.on('error', () => undefined);
  socket.write(Buffer.from(bytes, 'latin1'));
  if (thenEnd) socket.end();
  return new Promise((resolve) => {
    const done = (ended: boolean) => {
      clearTimeout(waited);
      socket.destroy();
      resolve({ responses: responsesIn(heard), ended, took: Date.now() - began });
    };
    const waited = setTimeout(() => done(false), patience);
    socket.once('close', () => done(true));
    socket.once('end', () => done(true));
  });
}

function responsesIn(heard: string): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = heard; rest.startsWith('HTTP/1.1 ');) {
    const [headers = '', ...after] = rest.split('\r\n\r\n');
    const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
    const text = after.join('\r\n\r\n');
    responses.push({ status: Number(headers.slice(9, 12)), headers, body: text.slice(0, length) });
    rest = text.slice(length);
  }
  return responses;
}
