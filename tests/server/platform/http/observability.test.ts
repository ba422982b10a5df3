import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { runIfDue } from '#server/platform/jobs/jobRunner.ts';
import { openLiveEvents } from '#server/platform/live/liveEvents.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { createGym } from '#tests/support/gym.ts';
import { testServer, sharedServer } from '#tests/support/server.ts';

const metricsToken = 'token-of-prometheus';

const server = await sharedServer({ metricsToken });
const gym = await createGym(server);

/** An app whose log the test reads, and whose mail server does not answer. */
async function loggedApp() {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const live = openLiveEvents({ url: server.url, database: server.database });
  const app = await buildApp(
    {
      config: server.config,
      database: server.database,
      files: diskStore(server.filesDirectory),
      mailer: { send: () => Promise.reject(new Error('the mail server is away')), close: () => undefined },
      live,
      clock: () => server.clock.now,
    },
    { logger: { level: 'info', stream } },
  );
  const close = async () => {
    await app.close();
    await live.close();
  };
  return { app, lines, close };
}

const metricsWith = (headers: Record<string, string>) => server.app.inject({ url: '/metrics', headers });

test('a response logs a line with route template, status, user, company and request id, and no id or search text from its URL', async () => {
  const { app, lines, close } = await loggedApp();
  const token = await server.createToken(gym.users.operator);
  const headers = { authorization: `Bearer ${token}` };
  const found = await app.inject({ url: `/api/contacts?search=Harper&locationId=${gym.locationId}`, headers });
  await app.inject({ url: `/api/contacts/${gym.locationId}`, headers });
  await close();

  const requests = lines.filter(({ msg }) => msg === 'Request');
  expect(requests).toEqual([
    expect.objectContaining({
      method: 'GET',
      route: '/api/contacts',
      status: 200,
      ms: expect.any(Number) as number,
      userId: gym.users.operator.id,
      companyIds: [gym.companyId],
      requestId: found.headers['x-request-id'],
    }),
    expect.objectContaining({ route: '/api/contacts/:id', status: 404 }),
  ]);
  expect(JSON.stringify(requests)).not.toMatch(new RegExp(`Harper|${gym.locationId}|${token}`));
});

test('every line of a request has its id once, under one name: a sign-in that failed, an email that could not be sent', async () => {
  const { app, lines, close } = await loggedApp();
  const { email } = gym.users.operator;
  const refused = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: 'not the password' },
  });
  const unmailed = await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });

  expect(lines).toContainEqual(
    expect.objectContaining({ security: 'sign-in-failed', requestId: refused.headers['x-request-id'] }),
  );
  const failure = { level: 50, msg: 'An email could not be sent', requestId: unmailed.headers['x-request-id'] };
  await expect.poll(() => lines).toContainEqual(expect.objectContaining(failure));
  await close();
  expect(lines.filter((line) => 'reqId' in line)).toEqual([]);
});

test('what asks every few seconds whether Spotter answers is not in the log, unless it does not', async () => {
  const { app, lines, close } = await loggedApp();
  for (const path of ['/api/health', '/api/ready', '/api/nowhere']) await app.inject(path);
  await close();
  expect(lines.filter(({ msg }) => msg === 'Request').map(({ status }) => status)).toEqual([404]);
});

test('the metrics have the durations by route and status', async () => {
  await server.anonymous.get('/health');
  const { statusCode, body } = await metricsWith({ authorization: `Bearer ${metricsToken}` });
  expect(statusCode).toBe(200);
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/health",status="200"}');
  expect(body).toContain('process_cpu_seconds_total');
});

test('the metrics say when each job last started', async () => {
  await runIfDue(server.database, 'renewals', 900, async () => undefined);
  const authorization = `Bearer ${metricsToken}`;
  const [, seconds] =
    /job_last_run_timestamp_seconds\{job="renewals"\} (\d+)/.exec((await metricsWith({ authorization })).body) ?? [];
  expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(60);
});

test('the metrics count the jobs that have not run for three of their intervals', async () => {
  await server.database.unscoped
    .updateTable('jobs')
    .set({ ran_at: new Date(Date.now() - 46 * 60_000) })
    .where('name', '=', 'renewals')
    .execute();
  expect((await metricsWith({ authorization: `Bearer ${metricsToken}` })).body).toMatch(/^jobs_late 1$/m);
});

test.each([
  ['without a token', {}],
  ['with another token', { authorization: 'Bearer something-else' }],
])('metrics are refused %s', async (_case, headers) => {
  expect((await metricsWith(headers)).statusCode).toBe(401);
});

test('without METRICS_TOKEN there is no metrics page', async () => {
  const plain = await testServer();
  expect((await plain.app.inject({ url: '/metrics' })).statusCode).toBe(404);
  await plain.close();
});
