import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allActions, companyActions, levels, may, type Action } from '#domain/rules/access.ts';
import { aGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type Caller, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
beforeAll(async () => {
  server = await testServer();
  gym = await aGym(server);
});
afterAll(() => server.close());

interface DocumentedRoute {
  method: keyof Caller;
  path: string;
  access: string;
}

/** Every route as the OpenAPI document lists it, with nobody's ids in its path. */
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

describe('the access table, walked over every route', () => {
  test('there are routes, and each names an access that exists', () => {
    expect(routes().length).toBeGreaterThan(10);
    const known = [...allActions, ...companyActions, 'signed-in', 'public'] as string[];
    expect(routes().filter(({ access }) => !known.includes(access))).toEqual([]);
  });

  test('without a token every route but the public ones answers 401 with a message', async () => {
    for (const { method, path, access } of routes()) {
      const { status, body } = await server.anonymous[method](path);
      const refused = status === 401 && typeof body.message === 'string';
      expect(`${path}: ${refused ? 'refused' : 'let in'}`).toBe(`${path}: ${access === 'public' ? 'let in' : 'refused'}`);
    }
  });

  test.each(levels)('%s is refused with 403 exactly where the table says so', async (level) => {
    for (const { method, path, access } of routes()) {
      if (access === 'public' || path === '/auth/logout') continue;
      const { body } = await gym.by[level][method](path);
      const isCompanyAction = (companyActions as readonly string[]).includes(access);
      const allowed = access === 'signed-in' || (isCompanyAction ? level === 'admin' : may(level, access as Action));
      expect(`${method} ${path}: ${body.message === tooLow ? 'refused' : 'let in'}`).toBe(
        `${method} ${path}: ${allowed ? 'let in' : 'refused'}`,
      );
    }
  });
});
