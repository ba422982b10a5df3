import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { version } from '#domain/shared/version.ts';
import type { AppContext } from '#server/platform/context.ts';
import { sendError } from '#server/platform/http/errors.ts';
import { healthRoutes } from '#server/platform/http/health.ts';

const ask = { database: vi.fn<() => Promise<void>>(), files: vi.fn<() => Promise<void>>() };
let app: FastifyInstance;
beforeEach(async () => {
  ask.database.mockReset().mockResolvedValue();
  ask.files.mockReset().mockResolvedValue();
  app = Fastify();
  app.setErrorHandler(sendError);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(
    healthRoutes({ database: { ping: ask.database }, files: { ping: ask.files } } as unknown as AppContext),
  );
});
afterEach(() => app.close());
const get = async (path: string) => {
  const { statusCode, headers, body } = await app.inject(path);
  return { status: statusCode, retryAfter: headers['retry-after'], body: JSON.parse(body) };
};

test('/api/ready asks the database each time and the file store at most every ten seconds, and names the version', async () => {
  for (let asked = 0; asked < 3; asked += 1)
    expect(await get('/ready')).toMatchObject({ status: 200, body: { status: 'ok', version } });
  expect([ask.database.mock.calls.length, ask.files.mock.calls.length]).toEqual([3, 1]);
});

test('/api/ready is 503 while the file store does not answer, and /api/health is not', async () => {
  ask.files.mockRejectedValue(new Error('connect ECONNREFUSED'));
  expect(await get('/ready')).toMatchObject({
    status: 503,
    retryAfter: '10',
    body: { message: 'The file store does not answer. Pictures and PDFs cannot be read.' },
  });
  expect(await get('/health')).toEqual({ status: 200, retryAfter: undefined, body: { status: 'ok', version } });
});
