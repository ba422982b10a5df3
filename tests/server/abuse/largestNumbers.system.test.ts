import type { InjectOptions } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { priceMax } from '#domain/shared/limits.ts';
import { toCents } from '#domain/shared/money.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { createGymWithEverything } from '#tests/support/abuse/everything.ts';
import { documentedRoutes, type DocumentedRoute } from '#tests/support/abuse/requests.ts';
import type { Known } from '#tests/support/abuse/schemaValues.ts';
import { getFields, isNumber, requestWith, type Field } from '#tests/support/abuse/worstValues.ts';
import { builders } from '#tests/support/builders.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { server, stripe } = await payingServer();
let known: Known;
let token: string;

/** A gym whose prices, fees, taxes and debts are as large as can be. */
beforeEach(async () => {
  ({ known, token } = await createGymWithEverything(server, stripe));
  const place = { companyId: known.company ?? '', locationId: known.location ?? '' };
  const contactMembership = await builders(server, place).contactMembership(known.contact ?? '', {
    membership_id: known.membership ?? '',
  });
  await server.database.scoped([place.companyId], async (tx) => {
    await tx.updateTable('locations').set({ sales_tax_rate: 1 }).where('id', '=', place.locationId).execute();
    await tx
      .updateTable('memberships')
      .set({ price_cents: toCents(priceMax) })
      .execute();
    await tx
      .updateTable('sales_items')
      .set({ price_cents: toCents(priceMax), inventory_quantity: 1_000_000 })
      .execute();
  });
  const drawer = await call('POST', '/api/drawers', { locationId: known.location, float: 21_474_836.47 });
  const debt = await call('POST', '/api/contacts/import', {
    locationId: known.location,
    contacts: [{ firstName: 'Mo', lastName: 'Vega', email: 'mo@moving.test', balance: priceMax }],
  });
  expect([drawer.statusCode, debt.statusCode]).toEqual([201, 200]);
  const owed = await server.database.scoped([place.companyId], (tx) =>
    tx.selectFrom('invoices').select('id').where('status', '=', 'open').executeTakeFirstOrThrow(),
  );
  known = {
    ...known,
    homeLocation: place.locationId,
    today: todayIn('America/Denver', new Date()),
    drawer: drawer.json().drawer.id,
    contactMembership,
    owed: owed.id,
  };
});

const call = (method: string, url: string, payload?: object) =>
  server.app.inject({
    method: method as InjectOptions['method'],
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });

const largest = 2 ** 53 - 1;
type Values = (readonly [Field, unknown])[];

/** The largest and the smallest of each number alone and of all, with each choice that may give them their meaning. */
function getExtremes(route: DocumentedRoute): Values[] {
  const numbers = getFields(route, isNumber);
  const choices = getFields(
    route,
    (schema) => (schema.enum !== undefined && schema.enum.length <= 4) || 'const' in schema,
  );
  const chosen: Values[] = [
    [],
    ...choices.flatMap((field) =>
      (field.schema.enum ?? [field.schema.const]).map((value) => [[field, value] as const]),
    ),
  ];
  const most = ({ schema }: Field) => schema.maximum ?? largest;
  const extremes: Values[] = [
    numbers.map((field) => [field, most(field)]),
    ...numbers.flatMap((field): Values[] => [
      [[field, most(field)]],
      [[field, field.schema.minimum ?? -largest]],
      [[field, 2 ** 31]],
    ]),
    // Of two exclusive fields, such as a share and an amount, one.
    ...numbers.map((left): Values => numbers.filter((field) => field !== left).map((field) => [field, most(field)])),
  ];
  return numbers.length === 0 ? [] : chosen.flatMap((choice) => extremes.map((values) => [...choice, ...values]));
}

/** The same with each list holding its entry twice. */
const doubled = (payload: object): object =>
  JSON.parse(JSON.stringify(payload), (_key, value) => (Array.isArray(value) ? [...value, ...value] : value));

test('no number that a schema allows is a 5xx', { timeout: 240_000 }, async () => {
  const taken = new Set<string>();
  const broken: string[] = [];
  for (const route of documentedRoutes(server.app)) {
    for (const values of route.method === 'GET' ? [] : getExtremes(route)) {
      const invoice = route.path.startsWith('/api/invoices') ? known.owed : known.invoice;
      const { url, payload = {} } = requestWith(route, values, { ...known, invoice: invoice ?? '' });
      const twice = doubled(payload);
      for (const body of JSON.stringify(twice) === JSON.stringify(payload) ? [payload] : [payload, twice]) {
        const { statusCode, body: text } = await call(route.method, url, body);
        if (statusCode >= 500) broken.push(`${statusCode} ${text} ${route.method} ${url} ${JSON.stringify(body)}`);
        if (statusCode < 300) taken.add(route.path);
      }
    }
  }
  expect(broken).toEqual([]);
  // The largest that is allowed gets behind the validation.
  expect([...taken]).toEqual(
    expect.arrayContaining([
      '/api/sales-items/purchase',
      '/api/parked-sales',
      '/api/memberships/purchase',
      '/api/invoices/{id}/payments',
      '/api/drawers/{id}/movements',
      '/api/contacts/import',
    ]),
  );
});
