import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { createGymWithEverything } from '#tests/support/abuse/everything.ts';
import { documentedRoutes } from '#tests/support/abuse/requests.ts';
import type { JsonSchema, Known } from '#tests/support/abuse/schemaValues.ts';
import { getFields, requestWith } from '#tests/support/abuse/worstValues.ts';
import { builders } from '#tests/support/builders.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { server, stripe } = await payingServer();
let known: Known;
let token: string;
beforeAll(async () => {
  ({ known, token } = await createGymWithEverything(server, stripe));
  known = { ...known, homeLocation: known.location ?? '', today: todayIn('America/Denver', new Date()) };
});

const worstTexts = ['\0', 'a\0b', '\ud800', 'a\udc00\ud800', 'x'.repeat(10_000), '\u202e', '\u0301', '🏋'.repeat(2_000)];
const worstMoments = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '1900-01-01T00:00:00+14:00',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-18:00',
  '2026-02-28T12:00:00.123456789012345Z',
  '2199-12-31T23:59:59-14:00',
  '9999-12-31T23:59:59.999999999-12:00',
];
const noDays = ['0000-01-01', '2023-02-29', '1900-02-29', '2024-02-29'];

function getWorst({ type, format, enum: choices }: JsonSchema): readonly string[] {
  if (format === 'date-time') return worstMoments;
  if (format === 'date') return noDays;
  if (type !== 'string' || choices || format === 'uuid') return [];
  // A moment that a list goes on from is a text with more in it.
  return [...worstTexts, ...worstMoments];
}

test('no text and no moment of a request is a 5xx, and a refusal has a message', { timeout: 480_000 }, async () => {
  const gym = { companyId: known.company ?? '', locationId: known.location ?? '' };
  const broken: string[] = [];
  const seen = new Map<number, number>();
  for (const route of documentedRoutes(server.app)) {
    if (/\/(live|commands)$/.test(route.path)) continue;
    for (const field of getFields(route, (schema) => getWorst(schema).length > 0)) {
      const contactMembership = route.path.includes('{contactMembershipId}')
        ? await builders(server, gym).contactMembership(known.contact ?? '', { membership_id: known.membership ?? '' })
        : (known.contactMembership ?? '');
      for (const value of getWorst(field.schema)) {
        const { url, payload } = requestWith(route, [[field, value]], { ...known, contactMembership });
        const { statusCode, body } = await server.app
          .inject({
            method: route.method as InjectOptions['method'],
            url,
            headers: { authorization: `Bearer ${token}` },
            ...(payload && { payload }),
          })
          // A file that breaks off.
          .catch((error: Error) => ({ statusCode: 599, body: error.message }));
        seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1);
        if (statusCode >= 500 || (statusCode >= 400 && !/"message":"[^"]/.test(body)))
          broken.push(`${statusCode} ${body} ${route.method} ${url} ${field.path.join('.')} ${JSON.stringify(value)}`);
      }
    }
  }
  expect(broken.map((text) => text.slice(0, 400))).toEqual([]);
  // Both sides of the validation are reached.
  expect(seen.get(400)).toBeGreaterThan(100);
  expect(seen.get(200)).toBeGreaterThan(100);
});
