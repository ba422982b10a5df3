import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Limiter } from '#server/platform/limiter.ts';

const slots = new WeakMap<ServerResponse, (() => void)[]>();

/** Lasts until the request has its response or its caller has gone. */
export async function holdSlot(limiter: Limiter, key: string, { raw }: FastifyReply): Promise<void> {
  const release = await limiter.enter(key);
  if (raw.closed) return release();
  slots.set(raw, [...(slots.get(raw) ?? []), release]);
  raw.once('close', release);
}

/**
 * Releases the slots when the response is ready, not when it has been sent. On one connection, responses are sent in order:
 * if a waiting response kept its slots, the one it waits for might never get any.
 */
export function releaseSlots(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, { raw }) => {
    for (const release of slots.get(raw) ?? []) release();
  });
}
