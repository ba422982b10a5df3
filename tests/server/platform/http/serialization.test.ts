import fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contractSerializer } from '#server/platform/http/serialization.ts';

const row = z.object({ id: z.string(), email: z.email().nullable() });
const responses = z.object({ rows: z.array(row), owner: z.union([row, z.object({ name: z.literal('nobody') })]) });

const sent = async (result: unknown, validates = false) => {
  const app = fastify();
  app.setSerializerCompiler(contractSerializer(validates));
  app.get('/', { schema: { response: { 200: responses } } }, async () => result);
  const { statusCode, body } = await app.inject('/');
  return { status: statusCode, body: JSON.parse(body) };
};

test('a key that the contract does not have is not sent, however deep it is', async () => {
  const leaking = { id: 'a', email: null, password_hash: 'secret' };
  expect(await sent({ rows: [leaking], owner: leaking, total_cents: 5 })).toEqual({
    status: 200,
    body: { rows: [{ id: 'a', email: null }], owner: { id: 'a', email: null } },
  });
});

test('what was stored under older rules is sent as it is; only tests refuse it', async () => {
  const result = { rows: [{ id: 'a', email: 'no address' }], owner: { name: 'nobody' } };
  expect(await sent(result)).toEqual({ status: 200, body: result });
  expect((await sent(result, true)).status).toBe(500);
});
