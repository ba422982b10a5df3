import { describe, expect, test } from 'vitest';
import { allActions, companyActions, levels, may, type Action, type Level } from '#domain/shared/access.ts';
import { createGym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);

interface DocumentedRoute {
  method: keyof Caller;
  path: string;
  access: string;
}

/** Every route of the OpenAPI document, with unknown ids in its path. */
function routes(): DocumentedRoute[] {
  const { paths = {} } = server.app.swagger() as { paths?: Record<string, Record<string, { 'x-access'?: string }>> };
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, { 'x-access': access = '' }]) => ({
      method: method as keyof Caller,
      path: path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000'),
      access,
    })),
  );
}

const tooLow = 'Your access level cannot do this';

describe('the access table on every route', () => {
  test('there are routes, and each names an existing access', () => {
    expect(routes().length).toBeGreaterThan(10);
    const known = [...allActions, ...companyActions, 'signed-in', 'device', 'publishable-key', 'public'] as string[];
    expect(routes().filter(({ access }) => !known.includes(access))).toEqual([]);
  });

  test('without a token every route but the public ones answers 401 with a message', async () => {
    for (const { method, path, access } of routes()) {
      const { status, body } = await server.anonymous[method](path);
      const refused = status === 401 && typeof body.message === 'string';
      expect(`${path}: ${refused ? 'refused' : 'let in'}`).toBe(
        `${path}: ${access === 'public' ? 'let in' : 'refused'}`,
      );
    }
  });

  test.each(levels)('%s is refused with 403 exactly where the table says so', async (level) => {
    for (const { method, path, access } of routes()) {
      if (access === 'public' || path === '/auth/logout') continue;
      // Managers read the log of one record at a time.
      const { body } = await gym.by[level][method](
        path === '/activity' ? `${path}?recordType=location&recordId=${gym.locationId}` : path,
      );
      const isCompanyAction = (companyActions as readonly string[]).includes(access);
      const allowed = access === 'signed-in' || (isCompanyAction ? level === 'admin' : may(level, access as Action));
      expect(`${method} ${path}: ${body.message === tooLow ? 'refused' : 'let in'}`).toBe(
        `${method} ${path}: ${allowed ? 'let in' : 'refused'}`,
      );
    }
  });
});

const everyone: Level[] = ['admin', 'manager', 'operator', 'point_of_sale'];
const desk: Level[] = ['admin', 'manager', 'operator'];
const sellers: Level[] = ['admin', 'manager', 'point_of_sale'];
const managers: Level[] = ['admin', 'manager'];

/** Who may call what, written down independently of the table that the server reads. Those with `*` take an Idempotency-Key. */
const callers: [string, readonly Level[] | 'company admins', string][] = [
  [
    'lists contacts and checks in',
    everyone,
    `GET /contacts, GET /contacts/{id}/standing, GET /checkins, GET /checkins/summary, POST /checkins,
      GET /doors/controller`,
  ],
  ['undoes a check-in', managers, `DELETE /checkins/{id}*`],
  [
    'reads items, locations, the company and its rules',
    everyone,
    `GET /sales-items, GET /sales-items/{id}, GET /locations/{id}, GET /companies/{id}, GET /companies/{id}/stripe,
      GET /companies/{id}/settings`,
  ],
  [
    'works with contacts',
    desk,
    `GET /contacts/{id}, POST /contacts, PUT /contacts/{id}, DELETE /contacts/{id}, POST /contacts/{id}/image,
      DELETE /contacts/{id}/image, POST /contacts/import, GET /contacts/{id}/memberships, GET /contacts/{id}/notes,
      POST /contacts/{id}/notes, DELETE /contacts/{id}/notes/{noteId}`,
  ],
  [
    'works with households',
    desk,
    `GET /households, GET /households/{id}, POST /households, PUT /households/{id}, DELETE /households/{id},
      POST /households/{id}/members, PUT /households/{id}/members/{contactId},
      DELETE /households/{id}/members/{contactId}, GET /households/{id}/members/{contactId}/removal`,
  ],
  [
    'reads, replaces and emails the codes of contacts',
    desk,
    `GET /contacts/{id}/code, POST /contacts/{id}/code, POST /contacts/{id}/code/email`,
  ],
  ['undoes an import', managers, `GET /contact-imports, DELETE /contact-imports/{id}`],
  ['restores deleted contacts', ['admin'], `GET /contacts/{id}/deletion, POST /contacts/{id}/restore`],
  [
    'works with plans and sells them',
    desk,
    `GET /memberships, POST /memberships, PUT /memberships/{id}, DELETE /memberships/{id},
      GET /memberships/{membershipId}/preview/{contactId}, POST /memberships/purchase, POST /memberships/purchase/cancel`,
  ],
  [
    'cancels, freezes and turns renewal on or off',
    desk,
    `GET /contacts/{id}/memberships/{contactMembershipId}/cancellation, POST /contacts/{id}/memberships/{contactMembershipId}/cancellation,
      DELETE /contacts/{id}/memberships/{contactMembershipId}/cancellation*, POST /contacts/{id}/memberships/{contactMembershipId}/freezes,
      PUT /contacts/{id}/memberships/{contactMembershipId}/freezes/{freezeId}*,
      DELETE /contacts/{id}/memberships/{contactMembershipId}/freezes/{freezeId}*, PUT /contacts/{id}/memberships/{contactMembershipId}/renewal*`,
  ],
  [
    'changes the plan and the access',
    managers,
    `GET /contacts/{id}/memberships/{contactMembershipId}/plan-change, POST /contacts/{id}/memberships/{contactMembershipId}/plan-change,
      DELETE /contacts/{id}/memberships/{contactMembershipId}/plan-change*, PUT /contacts/{id}/memberships/{contactMembershipId}/access*`,
  ],
  [
    'reads invoices and takes payments',
    desk,
    `GET /invoices, GET /invoices/{id}, GET /payments, GET /refunds, PUT /invoices/{id}/external-id, POST /invoices/{id}/payments, POST /invoices/{id}/retry,
      POST /invoices/{id}/payment-link, POST /contacts/{id}/card-setups, POST /contacts/{id}/card,
      POST /contacts/{id}/card-links, GET /attention, GET /attention/at-risk`,
  ],
  [
    'gives up money and gives it back',
    managers,
    `POST /invoices/{id}/void, POST /invoices/{id}/write-off, POST /invoices/{id}/refunds,
      GET /invoices/{id}/dispute-evidence, GET /invoices/{id}/dispute-evidence/pdf, POST /invoices/{id}/dispute-evidence`,
  ],
  [
    'sells at the till and uses the drawer',
    sellers,
    `POST /sales-items, PUT /sales-items/{id}, DELETE /sales-items/{id}, GET /sales-items/{id}/stock,
      POST /sales-items/{id}/stock, POST /sales-items/purchase,
      POST /sales-items/purchase/cancel, POST /drawers, GET /drawers, GET /drawers/{id}, POST /drawers/{id}/movements,
      POST /drawers/{id}/close`,
  ],
  ['reads agreements', desk, `GET /agreements, GET /agreements/{id}, GET /agreements/versions/{versionId}/download`],
  [
    'has agreements signed',
    desk,
    `GET /contacts/{id}/signatures, POST /contacts/{id}/signatures, GET /signatures/{id}/download,
      POST /contacts/{id}/signature-requests, POST /contacts/{id}/signatures/paper`,
  ],
  [
    'changes agreements, locations and fees',
    managers,
    `POST /agreements, PUT /agreements/{id}, DELETE /agreements/{id}, POST /agreements/{id}/versions, POST /agreements/{id}/sign-again,
      PUT /locations/{id},
      POST /locations/{id}/fees, PUT /locations/{id}/fees/{feeId}, DELETE /locations/{id}/fees/{feeId}`,
  ],
  [
    'reads reports, reconciliations and the history of a record',
    managers,
    `GET /reports/overview, GET /reports/sales, GET /reports/payments, GET /reports/to-collect, GET /reports/memberships,
      GET /reports/attendance, GET /reports/deferred, GET /reports/sales/csv, GET /reconciliations, GET /reconciliations/{id},
      GET /ledger, GET /ledger/csv, GET /activity`,
  ],
  [
    'adds and removes devices',
    ['admin'],
    `GET /devices, POST /devices, POST /devices/{id}/pairing, PUT /devices/{id}*, DELETE /devices/{id}`,
  ],
  [
    'manages doors, access hours and blocks',
    ['admin'],
    `GET /doors, GET /doors/{id}, POST /doors, PUT /doors/{id}*, DELETE /doors/{id}*, GET /door-log, GET /access-hours,
      POST /access-hours, PUT /access-hours/{id}*, DELETE /access-hours/{id}*, GET /contacts/{id}/blocks,
      POST /contacts/{id}/blocks, DELETE /contacts/{id}/blocks/{blockId}*`,
  ],
  ['opens a door', desk, `POST /doors/{id}/open, GET /doors/{id}/commands/{commandId}`],
  [
    'manages users and reads the whole log',
    ['admin'],
    `GET /users, GET /users/{id}, POST /users, PUT /users/{id}, POST /users/{id}/invitation, DELETE /users/{id}/invitation,
      GET /activity/csv`,
  ],
  [
    'runs the company',
    'company admins',
    `POST /companies, PUT /companies/{id}, DELETE /companies/{id}, PUT /companies/{id}/stripe, PUT /companies/{id}/settings,
      GET /companies/{id}/checklist, POST /locations, DELETE /locations/{id}, POST /users/{id}/disable, POST /users/{id}/enable,
      GET /users/{id}/sessions, DELETE /users/{id}/sessions, POST /reconciliations, GET /api-keys, POST /api-keys,
      DELETE /api-keys/{id}, GET /webhook-endpoints, POST /webhook-endpoints, GET /webhook-endpoints/{id}, PUT /webhook-endpoints/{id},
      DELETE /webhook-endpoints/{id}, POST /webhook-endpoints/{id}/rotate-secret, POST /webhook-endpoints/{id}/test,
      GET /webhook-endpoints/{id}/deliveries, POST /webhook-endpoints/{id}/deliveries/{deliveryId}/resend,
      POST /webhook-endpoints/{id}/resend, GET /contacts/{id}/personal-data, POST /contacts/{id}/erasure,
      DELETE /contacts/{id}/erasure, GET /companies/{id}/exports, POST /companies/{id}/exports`,
  ],
  ['follows events', desk, `GET /events, GET /events/samples`],
];

describe('each call is allowed for exactly the levels of the table', () => {
  test.each(callers)('who %s', (_what, wanted, calls) => {
    const { paths = {} } = server.app.swagger() as {
      paths?: Record<string, Record<string, { 'x-access'?: string; parameters?: { name: string }[] }>>;
    };
    const each = calls.split(/,\s+/);
    const found = each.map((call) => {
      const [method = '', path = ''] = call.replace('*', '').split(' ');
      const { 'x-access': access = '', parameters = [] } = paths[`/api${path}`]?.[method.toLowerCase()] ?? {};
      const isCompanyAction = (companyActions as readonly string[]).includes(access);
      const allowed = isCompanyAction
        ? 'company admins'
        : levels.filter((level) => may(level, access as Action)).join(', ');
      // Every POST takes a key; the star marks the other calls that do.
      const key = method !== 'POST' && parameters.some(({ name }) => name === 'Idempotency-Key') ? '*' : '';
      return `${method} ${path}${key}: ${allowed}`;
    });
    const who = typeof wanted === 'string' ? wanted : wanted.join(', ');
    expect(found).toEqual(each.map((call) => `${call}: ${who}`));
  });
});
