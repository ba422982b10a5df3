import { dayMs } from '#domain/shared/zones.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accessListResponse,
  deviceBatchBody,
  deviceBatchResponse,
  reportDaysBack,
  reportMinutesAhead,
  type DeviceBatch,
  type ReportedCheckin,
} from '#domain/checkins/deviceContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { requireDevice } from './checkInByDevice.ts';
import { fetchAccessList } from './fetchAccessList.ts';
import { decideAtDoor } from './decideAtDoor.ts';

const tags = ['devices'];
const bodyLimit = 1024 * 1024;
const config = { access: 'device', devices: ['door'] } as const;

export const deviceCheckinRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock, live } = context;

    app.get(
      '/devices/self/access-list',
      {
        config,
        schema: {
          tags,
          operationId: 'getAccessList',
          response: {
            200: accessListResponse,
            304: z.null().meta({ description: 'The list is the one that the device has' }),
          },
        },
      },
      async ({ scope, headers }, reply) => {
        const { etag, response } = await fetchAccessList(context, requireDevice(scope), clock());
        void reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
        if (headers['if-none-match'] === etag) return reply.code(304).send(null);
        return reply.send(await response());
      },
    );

    app.post(
      '/devices/self/checkins',
      {
        // The keys of the check-ins say what was recorded before.
        config: { ...config, idempotencyKey: 'own' },
        bodyLimit,
        schema: { tags, operationId: 'reportCheckins', body: deviceBatchBody, response: { 200: deviceBatchResponse } },
      },
      async ({ scope, body }) => {
        const at = requireDevice(scope);
        const results = new Map<number, DeviceBatch['results'][number]>();
        const order = body.checkins.map((checkin, index) => ({ checkin, index, ...readTime(checkin, clock()) }));
        // As they happened: a visit counts against the one before it.
        for (const { checkin, index, time, reportedAt } of order.toSorted(
          (a, b) => a.time.getTime() - b.time.getTime(),
        )) {
          const { key, code, doorId, type, granted, reasonCode } = checkin;
          const reported = { granted: granted || type === 'exit', reasonCode, at: reportedAt };
          const passed = await database.scoped(scope.companies, (tx) =>
            decideAtDoor(tx, { key, code, doorId, type, at: time, reported }, at),
          );
          if (passed.isCheckin) live.publishCheckin(at.location.id, passed.checkin.id);
          results.set(index, { key, checkin: passed.checkin, ...(passed.conflict && { conflict: passed.conflict }) });
        }
        return { results: order.flatMap(({ index }) => results.get(index) ?? []) };
      },
    );
  };

/** The nearest time that can be, and what the device said where that is another one. */
function readTime({ at }: ReportedCheckin, now: Date): { time: Date; reportedAt: Date | null } {
  const said = new Date(at);
  const earliest = now.getTime() - reportDaysBack * dayMs;
  const latest = now.getTime() + reportMinutesAhead * 60_000;
  const time = new Date(Math.min(Math.max(said.getTime(), earliest), latest));
  return { time, reportedAt: time.getTime() === said.getTime() ? null : said };
}
