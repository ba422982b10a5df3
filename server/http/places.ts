import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FairQueue } from '#server/fairQueue.ts';

const held = new WeakMap<ServerResponse, (() => void)[]>();

/** Waits for a place and keeps it until the request has its answer or its caller has gone. */
export async function holdPlace(queue: FairQueue, key: string, { raw }: FastifyReply): Promise<void> {
  const leave = await queue.enter(key);
  if (raw.closed) return leave();
  held.set(raw, [...(held.get(raw) ?? []), leave]);
  raw.once('close', leave);
}

/**
 * Frees the places as soon as there is an answer, not when it has been sent: on one socket answers wait for those before
 * them, and if they kept their places meanwhile, the one that all wait for might never get its own.
 */
export function freePlaces(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, { raw }) => {
    for (const leave of held.get(raw) ?? []) leave();
  });
}
