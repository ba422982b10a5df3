import { PassThrough, type Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { acknowledgementBody, commandParams, commandResponse, openDoorBody } from '#domain/doors/commandsContract.ts';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { checkAgain } from '#server/platform/http/authentication.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { acknowledge, commandDoor, requireDoorCommand, toCommandEvent } from './commands.ts';
import { commandsRepo } from './commandsRepo.ts';

/** Shorter than the idle timeout of common proxies. A door without a beat for three of them is not connected. */
const beatMs = 15_000;
const lifetimeMs = 60 * 60_000;

const events = {
  description: 'Server-sent events, each a command as JSON: `{id, type, doorId, seconds?, expiresAt}`',
  content: { 'text/event-stream': { schema: z.custom<Readable>().meta({ type: 'string' }) } },
};
const opening = { access: 'doors:open' } as const;
const ofDevice = { access: 'device', devices: ['door'] } as const;

export const commandRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock, live } = context;
    /** A device has one stream; a new one ends the one before. */
    const open = new Map<string, PassThrough>();

    let isClosing = false;

    app.addHook('preClose', async () => {
      isClosing = true;
      for (const stream of open.values()) stream.end();
    });

    app.post(
      '/doors/:id/open',
      {
        config: { ...opening, idempotencyKey: 'optional' },
        schema: {
          tags: ['doors'],
          operationId: 'openDoor',
          params: idParams,
          body: openDoorBody,
          response: { 202: commandResponse },
        },
      },
      async ({ scope, params, body }, reply) => {
        const command = await database.scoped(scope.companies, (tx) =>
          commandDoor(tx, scope, params.id, body, clock()),
        );
        reply.code(202);
        return { command, message: 'Sent to the door' };
      },
    );

    app.get(
      '/doors/:id/commands/:commandId',
      {
        config: opening,
        schema: {
          tags: ['doors'],
          operationId: 'getDoorCommand',
          params: commandParams,
          response: { 200: commandResponse },
        },
      },
      async ({ scope, params }) => ({
        command: await database.readOnly(scope.companies, (tx) => requireDoorCommand(tx, scope, params, clock())),
      }),
    );

    app.post(
      '/devices/self/commands/:id/acknowledgement',
      {
        config: { ...ofDevice, idempotencyKey: 'own' },
        schema: {
          tags: ['devices'],
          operationId: 'acknowledgeCommand',
          params: idParams,
          body: acknowledgementBody,
          response: { 200: messageResponse },
        },
      },
      async ({ scope, params, body }) => {
        await database.scoped(scope.companies, (tx) => acknowledge(tx, scope.user.userId, params.id, body, clock()));
        return { message: 'Acknowledged' };
      },
    );

    app.get(
      '/devices/self/commands',
      {
        config: { ...ofDevice, isStream: true },
        schema: { tags: ['devices'], operationId: 'streamCommands', response: { 200: events } },
      },
      async (request, reply) => {
        const { userId: deviceId } = request.scope.user;
        const [companyId = ''] = request.scope.companies;
        const [location] = request.scope.locations;
        const id = uuid();
        const stream = new PassThrough();
        open.get(deviceId)?.end();
        open.set(deviceId, stream);
        if (isClosing) stream.end();
        const sent = new Set<string>();
        const isOpen = () => !stream.writableEnded && !stream.destroyed;
        const read = async () => {
          const rows = await database.readOnly([companyId], (tx) => commandsRepo(tx).waiting(deviceId, clock()));
          for (const row of rows) {
            if (!isOpen() || sent.has(row.id)) continue;
            sent.add(row.id);
            stream.write(`data: ${JSON.stringify(toCommandEvent(row))}\n\n`);
          }
        };
        /** Also sees that the device was not revoked meanwhile. A database that does not respond says nothing about that. */
        const check = () =>
          void checkAgain(request, location?.id ?? '').catch(
            (error: unknown) => error instanceof Problem && error.status < 500 && stream.end(),
          );
        const quietly = (work: () => Promise<unknown>) =>
          void work().catch((error: unknown) =>
            request.log.warn({ err: error }, 'The commands of a door were not read'),
          );
        const beat = async () => {
          await database.scoped([companyId], (tx) =>
            commandsRepo(tx).beat({ id, company_id: companyId, device_id: deviceId }, clock()),
          );
          if (isOpen()) stream.write(': still here\n\n');
        };
        await beat();
        const leave = live.onCommand(deviceId, () => quietly(read));
        const unwatch = live.onAccessChange(deviceId, check);
        // It may have been revoked before anybody listened.
        check();
        const beats = setInterval(() => {
          quietly(beat);
          check();
        }, beatMs);
        const end = setTimeout(() => stream.end(), lifetimeMs);
        stream.once('close', () => {
          leave();
          unwatch();
          clearInterval(beats);
          clearTimeout(end);
          if (open.get(deviceId) === stream) open.delete(deviceId);
          quietly(() => database.scoped([companyId], (tx) => commandsRepo(tx).endStream(id, deviceId, clock())));
        });
        // What was given while the device was away.
        quietly(read);
        // A kept-alive connection would outlast the stream and delay the server's shutdown.
        return reply
          .header('Connection', 'close')
          .header('X-Accel-Buffering', 'no')
          .type('text/event-stream')
          .send(stream);
      },
    );
  };
