import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGymWithEverything } from '#tests/support/abuse/everything.ts';
import { documentedRoutes, requestsTo, type DocumentedRoute } from '#tests/support/abuse/requests.ts';
import type { Known } from '#tests/support/abuse/schemaValues.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';

let stripe: StripeDouble;
let server: TestServer;
beforeAll(async () => {
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url });
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

/** Runs statements as the owner of the tables, as a migration does. */
async function asOwner(...statements: string[]) {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const tables = async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
    server.database.unscoped,
  );
  return rows.map(({ name }) => name);
};

test('after a column was added to every table, a running server answers every request', async () => {
  const before = await askAll();
  expect(Object.values(before.reads).filter((status) => status === 200).length).toBeGreaterThan(25);
  for (const table of await tables())
    await asOwner(`alter table ${table} add column added_later text not null default 'new'`);
  const after = await askAll();
  expect(after.reads).toEqual(before.reads);
  expect(after.all.filter((status) => status >= 500)).toEqual([]);
}, 180_000);

const order = ['GET', 'POST', 'PUT', 'DELETE'];

/** Creates a gym, calls each route that reads, plainly and with searches, then each route with values around its contract. */
async function askAll() {
  const { known, token } = await createGymWithEverything(server, stripe);
  const routes = documentedRoutes(server.app).filter(({ path }) => !path.includes('/auth/'));
  const reads: Record<string, number> = {};
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    for (const query of [
      '',
      '?search=a',
      '?search=12',
      `?locationId=${known.location}`,
      '?includeVisitors=true&memberFilter=members',
    ]) {
      reads[route.path + query.replace(known.location ?? '', '')] = await ask(
        { method: 'GET', url: filled(route, known) + query, headers: {}, payload: undefined },
        token,
      );
    }
  }
  const all = Object.values(reads);
  for (const route of routes.toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method))) {
    for (const request of fc.sample(requestsTo(route, known), { numRuns: 3, seed: 7 }))
      all.push(await ask(request, token));
  }
  return { reads, all };
}

const filled = ({ path, parameters }: DocumentedRoute, known: Known) =>
  parameters.reduce(
    (url, { name }) =>
      url.replace(`{${name}}`, known[name === 'id' ? getNoun(path) : name.replace(/Id$/, '')] ?? 'nothing'),
    path,
  );
const getNoun = (path: string) =>
  (path.split('/')[2] ?? '')
    .replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
    .replace(/ies$/, 'y')
    .replace(/s$/, '');

async function ask(
  {
    method,
    url,
    headers,
    payload,
  }: { method: string; url: string; headers: Record<string, string>; payload: string | undefined },
  token: string,
) {
  const response = await server.app.inject({
    method: method as InjectOptions['method'],
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  });
  const stream = response.stream();
  if (String(response.headers['content-type']).startsWith('text/event-stream')) stream.destroy();
  if (!stream.destroyed) await text(stream);
  return response.statusCode;
}
