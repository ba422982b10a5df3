import { groupBy } from 'es-toolkit';
import { expect, test } from 'vitest';
import { allActions, companyActions, type Action, type CompanyAction } from '#domain/shared/access.ts';
import { allScopes, includesAction } from '#domain/shared/scopes.ts';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { createGym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);

interface Operation {
  'x-access': Action | CompanyAction | 'signed-in' | 'device' | 'public';
  'x-scope'?: string;
  description?: string;
  security?: object[];
}

const { paths = {} } = server.app.swagger() as { paths?: Record<string, Record<string, Operation>> };
const routes = Object.entries(paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([method, operation]) => ({
    method: method as keyof Caller,
    path: path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000'),
    name: `${method} ${path}`,
    operation,
  })),
);

/** Written down independently of what the routes say. */
const openToEveryKey = ['get /api/me', 'get /api/purchases/{key}'];
const listsOfOwn: Record<string, Action> = {
  'get /api/companies': 'companies:read',
  'get /api/locations': 'locations:read',
};
const closed = [
  'users:write',
  'users:disable',
  'users:sessions',
  'api-keys:write',
  'devices:write',
  'settings:write',
  'stripe:write',
  'companies:write',
];

function isOpen(scope: string, { name, method, operation }: (typeof routes)[number]): boolean {
  const access = operation['x-access'];
  if (access === 'public' || openToEveryKey.includes(name)) return true;
  if (name === 'get /api/checkins/live' || access === 'device') return false;
  const action = access === 'signed-in' ? listsOfOwn[name] : access;
  return (
    action !== undefined && !closed.includes(action) && includesAction([scope], action, { isReading: method === 'get' })
  );
}

type Route = (typeof routes)[number];

async function call(caller: Caller, { path, method, name }: Route) {
  // So that the key stays within its limit.
  server.clock.now = new Date(server.clock.now.getTime() + 100);
  const query = path === '/activity' ? `?recordType=location&recordId=${gym.locationId}` : '';
  const { status, body } = await caller[method](`${path}${query}`);
  return {
    line: `${name}: ${status} ${body.message}`,
    isRefused: status === 403 && /^(API keys cannot do this|This API key needs the scope)/.test(body.message),
    // Those that read a token or a password of their own, in the path or in the body.
    isSignedIn: status !== 401 || / \/api\/(auth|setup|webhooks|files|invitations|payment-links|card-links)/.test(name),
  };
}

test.each(allScopes)('a key with %s alone calls every route that it includes', async (scope) => {
  const { caller } = await createApiKey(server, gym, [scope]);
  const wrong: string[] = [];
  for (const route of routes) {
    // A public one asks for no key, so one key is enough.
    if (!isOpen(scope, route) || (route.operation['x-access'] === 'public' && scope !== allScopes[0])) continue;
    const { line, isRefused, isSignedIn } = await call(caller, route);
    if (isRefused || !isSignedIn) wrong.push(line);
  }
  expect(wrong).toEqual([]);
});

test('a key with every scope but those that include a route does not call it', async () => {
  // A company has at most a hundred keys.
  const another = await createGym(server);
  const wrong: string[] = [];
  const others = groupBy(routes, (route) => allScopes.filter((scope) => !isOpen(scope, route)).join(' '));
  for (const [scopes, closedRoutes] of Object.entries(others)) {
    if (scopes === '') continue;
    const { caller } = await createApiKey(server, another, scopes.split(' '));
    for (const route of closedRoutes) {
      const { line, isRefused } = await call(caller, route);
      if (!isRefused) wrong.push(line);
    }
  }
  expect(wrong).toEqual([]);
});

test('the description names the scope of each route that is open to keys, and no other', () => {
  for (const { name, operation } of routes) {
    const opening = allScopes.filter((scope) => scope === operation['x-scope']);
    const isPublic = operation['x-access'] === 'public';
    const anyKey = openToEveryKey.includes(name);
    const open = allScopes.some((scope) => isOpen(scope, routes.find((route) => route.name === name) ?? expect.fail()));
    expect([name, operation['x-scope'] !== undefined]).toEqual([name, open && !isPublic]);
    if (isPublic || !open) continue;
    expect([name, anyKey ? operation['x-scope'] : opening.length]).toEqual([name, anyKey ? 'any' : 1]);
    expect(operation.description).toContain(anyKey ? 'every API key' : `\`${operation['x-scope']}\``);
    expect(operation.security).toEqual(expect.arrayContaining([{ bearer: [] }, { apiKey: [] }]));
  }
});

test.each([...closed, 'all:write', 'contacts:everything', ''])(
  'no key can be made with the scope %j',
  async (scope) => {
    const { status, body } = await gym.by.admin.post('/api-keys', {
      body: { companyId: gym.companyId, name: 'Website', scopes: ['contacts:read', scope] },
    });
    expect([status, body.message]).toEqual([400, 'Not a scope that a key can have']);
  },
);

test('every action that is no scope is one of those', () => {
  const actions: string[] = [...allActions, ...companyActions];
  expect(actions.filter((action) => !(allScopes as readonly string[]).includes(action)).toSorted()).toEqual(
    closed.toSorted(),
  );
});
