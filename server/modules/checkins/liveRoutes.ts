import { PassThrough, type Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { checkinLiveQuery, type CheckinEvent } from '#domain/checkins/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { checkAgain } from '#server/platform/http/authentication.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { tellPeople } from './livePeople.ts';

/** Shorter than the idle timeout of common proxies. */
const beatMs = 15_000;
/**
 * A stream ends at once when the access that it began with ends, and after a while, when the session may have expired; then it
 * is opened again.
 */
const lifetimeMs = 5 * 60_000;
const unreadBytes = 64 * 1024;
const streamsEach = 12;

const events = {
  description:
    'Server-sent events, each with the ids of check-ins as JSON. Those of the type `people` have `contactIds`: whom a search for people now finds by something else, or no longer. Without them it may be anybody.',
  content: { 'text/event-stream': { schema: z.custom<Readable>().meta({ type: 'string' }) } },
};

export const checkinLiveRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { live } = context;
    const open = new Map<string, Set<PassThrough>>();

    let isClosing = false;

    app.addHook('preClose', async () => {
      isClosing = true;
      for (const streams of open.values()) for (const stream of streams) stream.end();
    });

    app.get(
      '/checkins/live',
      {
        config: { access: 'checkins:read', isStream: true },
        schema: {
          tags: ['checkins'],
          operationId: 'streamCheckins',
          querystring: checkinLiveQuery,
          response: { 200: events },
        },
      },
      async (request, reply) => {
        const { scope, query } = request;
        const { id, companyId } = scope.requireLocation(query.locationId);
        const stream = new PassThrough();
        const write = (text: string) => {
          if (stream.writableEnded || stream.destroyed) return;
          if (stream.writableLength > unreadBytes) stream.destroy();
          else stream.write(text);
        };

        const { userId } = scope.user;
        const mine = open.get(userId) ?? new Set();
        open.set(userId, mine.add(stream));
        if (mine.size > streamsEach) [...mine][0]?.end();
        if (isClosing) stream.end();

        const leave = live.onCheckins(id, (checkinIds) =>
          write(`data: ${JSON.stringify({ checkinIds: [...checkinIds] } satisfies CheckinEvent)}\n\n`),
        );
        const leavePeople = tellPeople(live, { id, companyId }, query.missedMs, write);
        // A database that does not respond says nothing about the access.
        const check = () =>
          void checkAgain(request, id).catch(
            (error: unknown) => error instanceof Problem && error.status < 500 && stream.end(),
          );
        const unwatch = live.onAccessChange(userId, check);
        const beat = setInterval(() => write(': still here\n\n'), beatMs);
        const end = setTimeout(() => stream.end(), lifetimeMs);
        stream.once('close', () => {
          leave();
          leavePeople();
          unwatch();
          clearInterval(beat);
          clearTimeout(end);
          mine.delete(stream);
          if (mine.size === 0) open.delete(userId);
        });
        write(': listening\n\n');
        // A kept-alive connection would outlast the stream and delay the server's shutdown.
        return reply
          .header('Connection', 'close')
          .header('X-Accel-Buffering', 'no')
          .type('text/event-stream')
          .send(stream);
      },
    );
  };
