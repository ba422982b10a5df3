import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import {
  documentedRoutes,
  requestsTo,
  type AbusiveRequest,
  type DocumentedRoute,
} from '#tests/support/abuse/requests.ts';
import { createGymWithEverything } from '#tests/support/abuse/everything.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { stripeDouble } from '#tests/support/stripe/double.ts';

interface Answered {
  status: number;
  type: string;
  body: string;
}

interface Outcome {
  /** How many responses had which status. */
  seen: Record<number, number>;
  slowest: { took: number; request: string };
}

/**
 * Sends this many requests around the OpenAPI document to every route in turn, as a person who may do everything. None may be
 * answered with a 5xx, and every refusal must have a message and a status that the document names. Responses are validated against the contract on the way.
 */
export async function malformed(count: number, seed?: number): Promise<Outcome> {
  const stripe = await stripeDouble();
  const server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
  const seen: Record<number, number> = {};
  const slowest = { took: 0, request: '' };
  try {
    const routes = documentedRoutes(server.app);
    let gym = await createGymWithEverything(server, stripe);
    for (const route of routes) {
      const { known, token } = gym;
      const request = requestsTo(route, known);
      let hasEffect = false;
      const holds = fc.asyncProperty(request, async (abusive) => {
        const began = performance.now();
        const answered = await send(server, route, abusive, token);
        const took = Math.round(performance.now() - began);
        if (took > slowest.took)
          Object.assign(slowest, { took, request: `${route.method} ${abusive.url.slice(0, 200)}: ${answered.status}` });
        seen[answered.status] = (seen[answered.status] ?? 0) + 1;
        hasEffect ||= answered.status < 300 || answered.status === 429;
        expectDecent(answered);
        expectDescribed(answered, route);
      });
      await fc.assert(holds, {
        numRuns: Math.ceil(count / routes.length),
        endOnFailure: true,
        timeout: 20_000,
        ...(seed !== undefined && { seed }),
      });
      // A write that was taken may have removed what the next route needs, and a rate limit would refuse the next before they are read.
      if (route.method !== 'GET' && hasEffect) gym = await createGymWithEverything(server, stripe);
    }
  } finally {
    await server.close();
    await stripe.close();
  }
  return { seen, slowest };
}

async function send(
  { app }: TestServer,
  { method }: DocumentedRoute,
  { url, headers, payload }: AbusiveRequest,
  token: string,
): Promise<Answered> {
  const response = await app.inject({
    method: method as InjectOptions['method'],
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  });
  const type = String(response.headers['content-type']);
  const stream = response.stream();
  // A stream never ends, so it is not read.
  if (type.startsWith('text/event-stream')) stream.destroy();
  const body = stream.destroyed ? '' : await text(stream);
  return { status: response.statusCode, type, body };
}

function expectDecent({ status, type, body }: Answered): void {
  expect(status < 500 ? 'no 5xx' : body).toBe('no 5xx');
  if (status < 400) return;
  expect(type).toMatch(/^application\/json/);
  expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/\w/) });
  expect(body).not.toMatch(/node_modules|\.ts:\d|at \w+ \(/);
}

/** What is refused before it is known for which route it is, since a path may lead to none, and what Stripe refuses. */
const ofEveryRoute = [400, 402, 404, 413, 415, 431];

function expectDescribed({ status }: Answered, { statuses, method, path }: DocumentedRoute): void {
  if (!ofEveryRoute.includes(status)) expect(statuses, `the statuses of ${method} ${path}`).toContain(status);
}
