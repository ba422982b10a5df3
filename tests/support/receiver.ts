import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Received {
  readonly at: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly event: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}

export type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export interface Receiver {
  readonly url: string;
  /** As `WEBHOOK_ALLOWED_HOSTS` names it. */
  readonly host: string;
  readonly received: Received[];
  /** What it answers from now on. */
  answer: Answer;
  close(): Promise<void>;
}

/** A program that takes webhooks, on this machine. */
export async function openReceiver(
  answer: Answer = (response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const one = { at: Date.now(), headers: request.headers as Record<string, string>, body, event: JSON.parse(body) };
      received.push(one);
      receiver.answer(response, one, request);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    url: `http://${host}/hooks`,
    host,
    received,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}
