import { describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { asAdmin } from '#tests/support/database.ts';
import { createGym } from '#tests/support/gym.ts';
import { testServer, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer({ publicUrl: 'https://gym.test' });
const gym = await createGym(server);

describe('errors have one shape', () => {
  const raw = (payload: string, type = 'application/json') =>
    server.anonymous.post('/auth/login', { body: payload, headers: { 'content-type': type } });

  test.each([
    ['an unknown path below /api', () => server.anonymous.get('/nowhere'), 404],
    ['a path with a broken escape', () => server.anonymous.get('/locations/%zz'), 400],
    ['a malformed id in a path', () => gym.by.admin.get('/locations/1'), 404],
    ['JSON cut off', () => raw('{"email":'), 400],
    ['an empty JSON body', () => raw(''), 400],
    ['a body that is no object', () => raw('"text"'), 400],
    ['__proto__ in a body', () => raw('{"__proto__":{"x":1},"email":"a@b.test","password":"x"}'), 400],
    ['another content type', () => raw('<a/>', 'text/xml'), 415],
    ['JSON that is called plain text', () => raw('{"email":"a@b.test","password":"x"}', 'text/plain'), 415],
    ['a body over 256 KB', () => raw(JSON.stringify({ email: 'a', password: 'x'.repeat(300_000) })), 413],
  ])('%s', async (_case, call, status) => {
    const response = await call();
    expect({ status: response.status, message: typeof response.body.message }).toEqual({ status, message: 'string' });
    expect(response.headers['content-type']).toMatch(/^application\/json/);
  });

  test('an internal error is 500 and reveals nothing', async () => {
    const broken = await testServer();
    broken.database.scoped = () => Promise.reject(new TypeError('secret detail of /home/app'));
    const someone = await createGym(server);
    await broken.database.unscoped
      .insertInto('users')
      .values({
        id: someone.users.admin.id,
        email: 'x@y.test',
        first_name: 'X',
        last_name: 'Y',
        password_hash: null,
        email_verified_at: null,
      })
      .execute();
    const caller = await broken.as(someone.users.admin);
    const { status, body } = await caller.get('/companies');
    await broken.close();
    expect({ status, body }).toEqual({ status: 500, body: { message: 'Something went wrong on our side' } });
  });
});

describe('headers', () => {
  test('/api is never cached, and every response has a request id', async () => {
    const { headers } = await gym.by.admin.get('/locations');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });

  test('the policy allows Spotter’s own scripts and Stripe’s, and nothing inline', async () => {
    const { headers } = await server.anonymous.get('/health');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
  });
});

describe('the API is documented', () => {
  test('/api/openapi.json lists every route with its access', async () => {
    const { status, body } = await server.anonymous.get('/openapi.json');
    expect(status).toBe(200);
    expect(body.paths['/api/checkins'].post).toMatchObject({ 'x-access': 'checkins:write' });
    expect(body.paths['/api/auth/login'].post.security).toEqual([]);
  });

  test('/api/docs is a page about it', async () => {
    const response = await server.app.inject('/api/docs/');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.body).not.toMatch(/<script>[^<]/);
  });
});

describe('without the database', () => {
  test('a call is 503 with Retry-After within 5 s; /api/health still answers, /api/ready does not', async () => {
    const away = await testServer({}, openDatabase({ url: 'postgres://spotter@127.0.0.1:1/spotter' }));
    const started = Date.now();
    const [login, ready, health] = await Promise.all([
      away.anonymous.post('/auth/login', { body: { email: 'a@b.test', password: 'x' } }),
      away.anonymous.get('/ready'),
      away.anonymous.get('/health'),
    ]);
    expect(Date.now() - started).toBeLessThan(5_000);
    for (const { status, body, headers } of [login, ready]) {
      expect({ status, message: typeof body.message, retry: Number(headers['retry-after']) > 0 }).toEqual({
        status: 503,
        message: 'string',
        retry: true,
      });
    }
    expect(health.status).toBe(200);
    await away.close();
  });

  test('it works again once the database is back, without a restart', async () => {
    const name = new URL(server.url).pathname.slice(1);
    await gym.by.admin.get('/locations');
    await asAdmin(`alter database ${name} allow_connections false`);
    await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    expect((await gym.by.admin.get('/locations')).status).toBe(503);
    expect((await gym.by.admin.get('/locations')).status).toBe(503);
    await asAdmin(`alter database ${name} allow_connections true`);
    expect((await gym.by.admin.get('/locations')).status).toBe(200);
  });

  test('40 concurrent requests wait for a connection instead of failing', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => gym.by.admin.get('/locations')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
