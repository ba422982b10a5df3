import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AppContext } from '#server/platform/context.ts';
import { isSameSecret } from '#server/platform/crypto/appSecret.ts';
import { findLateJobs } from '#server/platform/jobs/lateJobs.ts';
import { notFound, unauthorized } from './problem.ts';

/** Without a configured token the page does not exist. */
export function metrics(app: FastifyInstance, { config: { metricsToken: token }, database }: AppContext): void {
  if (!token) {
    app.get('/metrics', async () => {
      throw notFound('Page');
    });
    return;
  }
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [register],
  });
  const jobRuns = new Gauge({
    name: 'job_last_run_timestamp_seconds',
    help: 'When a job last began, on whichever server',
    labelNames: ['job'],
    registers: [register],
    collect: async () => {
      // Without the database, the other figures are still served.
      const jobs = await database.unscoped
        .selectFrom('jobs')
        .select(['name', 'ran_at'])
        .execute()
        .catch(() => []);
      for (const { name, ran_at } of jobs) jobRuns.set({ job: name }, ran_at.getTime() / 1_000);
    },
  });
  const late = new Gauge({
    name: 'jobs_late',
    help: 'Jobs that have not run for three of their intervals',
    registers: [register],
    collect: async () => {
      const jobs = await findLateJobs(database.unscoped).catch(() => []);
      late.set(jobs.length);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'unknown' } = request.routeOptions;
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) throw unauthorized();
    return reply.type(register.contentType).send(await register.metrics());
  });
}
