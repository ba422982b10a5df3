import { sql } from 'kysely';
import type { InjectOptions } from 'fastify';
import { v7 as uuid } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { createGymWithEverything } from '#tests/support/abuse/everything.ts';
import { documentedRoutes, type DocumentedRoute } from '#tests/support/abuse/requests.ts';
import type { Known } from '#tests/support/abuse/schemaValues.ts';
import { getFields, requestWith, type Field } from '#tests/support/abuse/worstValues.ts';
import { builders } from '#tests/support/builders.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { server, stripe } = await payingServer();
const today = todayIn('America/Denver', new Date());

interface Owned {
  known: Known;
  token: string;
}
let own: Owned;
let rival: Owned;
beforeAll(async () => {
  own = await withEvenMore(await createGymWithEverything(server, stripe));
  rival = await withEvenMore(await createGymWithEverything(server, stripe));
});

const send = (token: string, method: string, url: string, payload?: object) =>
  server.app.inject({
    method: method as InjectOptions['method'],
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });

/** Also a membership that is held and will be frozen, a drawer, a parked sale, a note, a household, a reconciliation, an invited user, an API key and a device. */
async function withEvenMore({ known, token }: Owned): Promise<Owned> {
  const { company = '', location = '', contact = '', salesItem } = known;
  const contactMembership = await builders(server, { companyId: company, locationId: location }).contactMembership(
    contact,
    {
      membership_id: known.membership ?? '',
      start_date: addDays(today, -10),
      end_date: addDays(today, 20),
      auto_renew: true,
    },
  );
  const created = async (url: string, payload: object) => {
    const { statusCode, body } = await send(token, 'POST', `/api${url}`, payload);
    expect([url, statusCode < 300, body]).toEqual([url, true, body]);
    return JSON.parse(body);
  };
  const freeze = { from: addDays(today, 2), until: addDays(today, 12), reason: 'Away' };
  const frozen = await created(`/contacts/${contact}/memberships/${contactMembership}/freezes`, freeze);
  const { drawer } = await created('/drawers', { locationId: location, float: 1 });
  const cart = { items: [{ salesItemId: salesItem, quantity: 1 }] };
  const parked = await created('/parked-sales', { locationId: location, ...cart });
  const { note } = await created(`/contacts/${contact}/notes`, { text: 'Bad knee' });
  const { household } = await created('/households', { name: 'Jones', payerId: contact });
  const { reconciliation } = await created('/reconciliations', { companyId: company, from: today, to: today });
  const access = { role: 'staff', locations: [{ locationId: location, accessLevel: 'operator' }] };
  const name = { email: `${uuid()}@gym.test`, firstName: 'Sam', lastName: 'Staff' };
  const { user } = await created('/users', { companyId: company, ...name, ...access });
  const { apiKey } = await created('/api-keys', { companyId: company, name: 'Website', scopes: ['all:read'] });
  const { device } = await created('/devices', { locationId: location, name: 'Lobby', kind: 'door' });
  return {
    token,
    known: {
      ...known,
      today,
      homeLocation: location,
      contactMembership,
      freeze: frozen.contactMembership.freezes[0].id,
      drawer: drawer.id,
      parkedSale: parked.parkedSale.id,
      note: note.id,
      household: household.id,
      payer: contact,
      reconciliation: reconciliation.id,
      user: user.id,
      apiKey: apiKey.id,
      device: device.id,
    },
  };
}

/** A place for an id in a request: a hole in the path, or a field. */
type Place = string | Field;

const nounAt = ({ path }: DocumentedRoute, place: Place) => {
  const name = typeof place === 'string' ? place : (place.path.findLast((part) => part !== '0') ?? '');
  const first = (path.split('/')[2] ?? '').replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
  return name === 'id' ? first.replace(/ies$/, 'y').replace(/s$/, '') : name.replace(/Ids?$/, '');
};

/** The request to this route with another id in one place. */
function requestTo(route: DocumentedRoute, place: Place, id: string) {
  const known: Known = { ...own.known, today };
  const { url, payload } =
    typeof place === 'string'
      ? requestWith(route, [], { ...known, [nounAt(route, place)]: id })
      : requestWith(route, [[place, id]], known);
  // The document does not say that a sale is paid in exactly one way.
  return {
    url,
    payload: route.path.endsWith('/sales-items/purchase') ? { ...payload, paymentMethod: 'cash' } : payload,
  };
}

/** What the walk cannot ask for, and the test that does. */
const elsewhere = new Set([
  // It takes a form: agreements.test.ts.
  'POST /api/agreements/{id}/versions agreement',
  // The same: paper.test.ts.
  'POST /api/contacts/{id}/signatures/paper contact',
  // Stripe signs it: webhook.test.ts.
  'POST /api/webhooks/stripe/{companyId} company',
  // An admin needs no location: invitations.test.ts.
  'POST /api/users location',
]);

const getPlaces = (route: DocumentedRoute): Place[] => [
  ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, hole = '']) => hole),
  ...getFields(route, ({ format }) => format === 'uuid'),
];

const ofCompany = async (company: string) => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`.execute(server.database.unscoped);
  return server.database.scoped([company], async (tx) => {
    const all: unknown[] = [];
    for (const { name } of rows) all.push((await sql`select * from ${sql.table(name)} order by 1, 2`.execute(tx)).rows);
    return JSON.stringify(all);
  });
};

test('an id of another company gets the response of an unknown id on every route, and nothing there is read or changed', async () => {
  const before = await ofCompany(rival.known.company ?? '');
  const asked: string[] = [];
  const told: string[] = [];
  for (const route of documentedRoutes(server.app)) {
    for (const place of getPlaces(route)) {
      const noun = nounAt(route, place);
      const theirs = rival.known[noun];
      const at = `${route.method} ${route.path} ${noun}`;
      if (!theirs || elsewhere.has(at)) continue;
      const responses = [];
      for (const id of [theirs, uuid()]) {
        const { url, payload } = requestTo(route, place, id);
        const { statusCode, body } = await send(own.token, route.method, url, payload);
        responses.push(`${statusCode} ${body.replaceAll(id, 'ID')}`);
      }
      const [foreign, unknown] = responses;
      asked.push(at);
      if (foreign !== unknown) told.push(`${at}: ${foreign} instead of ${unknown}`);
      if (typeof place === 'string' && !/^40[34] /.test(foreign ?? '')) told.push(`${at}: ${foreign}`);
    }
  }
  expect(told).toEqual([]);
  expect(asked.length).toBeGreaterThan(150);
  expect(await ofCompany(rival.known.company ?? '')).toBe(before);
}, 120_000);

test('no list or record names an id of another company', async () => {
  const ids = Object.entries(rival.known).filter(([noun]) => !['stranger', 'today'].includes(noun));
  for (const route of documentedRoutes(server.app).filter(
    ({ method, path }) => method === 'GET' && !path.endsWith('/live'),
  )) {
    const { body } = await send(own.token, 'GET', requestWith(route, [], { ...own.known, today }).url);
    expect([route.path, ids.filter(([, id]) => body.includes(id))]).toEqual([route.path, []]);
  }
});
