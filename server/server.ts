import type { FastifyInstance } from 'fastify';
import { version } from '#domain/shared/version.ts';
import { buildApp } from './app.ts';
import { allModules } from './modules.ts';
import type { Config } from './config.ts';
import { findConfigWarnings, findSecretWarnings, findTimeZoneWarnings } from './startWarnings.ts';
import type { Database } from './platform/database/database.ts';
import { warnOfPublishedAccounts } from '#demo/publishedAccounts.ts';
import { removeDeletedFiles } from './platform/files/deletedFiles.ts';
import { type Services, createServices } from './services.ts';
import { purgeExpired } from './platform/jobs/housekeeping.ts';
import { jobsAtOnce, openJobRunner, type JobRunner } from './platform/jobs/jobRunner.ts';
import { watchJobs } from './platform/jobs/lateJobs.ts';
import { type LiveEvents, openLiveEvents } from './platform/live/liveEvents.ts';
import { logContext, type SlowQuery } from './platform/log/logging.ts';
import { emptyOutbox } from './platform/email/outbox.ts';
import { backUpNightly } from '#server/modules/backups/index.ts';
import { createSetupToken } from '#server/modules/setup/index.ts';
import { minute } from './platform/module.ts';
import { explainEvent, StartupError } from './platform/explainError.ts';

interface Server {
  /** How to sign in for the first time, line by line: the demo's accounts, or the link that sets up an empty installation. */
  readonly firstSteps: readonly string[];
  /** Finishes the accepted requests, then stops the database that it started. */
  stop(): Promise<void>;
}

interface Options {
  /** The directory of the built console. Absent when something else serves it. */
  readonly consoleDirectory?: string;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Pino's own writer throws when the disk under the log is full, and then waits for space forever while the process exits. */
const standardOutput = { write: (line: string) => void process.stdout.write(line) };

/** Opens everything, the database first, and listens. */
export async function startServer(config: Config, { consoleDirectory, print, signal }: Options): Promise<Server> {
  const events: { log?: FastifyInstance['log'] } = {};
  const onEvent = (message: string, error?: unknown) =>
    events.log ? events.log.warn({ err: error }, message) : print(explainEvent(message, error));
  const onSlowQuery = (query: SlowQuery) =>
    events.log?.warn({ ...logContext.getStore(), ...query }, 'A statement was slow');
  const services = await createServices(config, { as: 'server', print, onEvent, onSlowQuery, signal });
  try {
    const demo = config.demoData ? await import('#demo/loadDemo.ts') : undefined;
    await demo?.loadDemo({ ...services, now: new Date() });
    if (config.isProduction || !config.demoData)
      for (const line of await warnOfPublishedAccounts(services.database)) print(line);
    for (const line of await findConfigWarnings(config, services.files)) print(line);
    for (const line of await findSecretWarnings(services.database, services.appSecret)) print(line);
    for (const line of await findTimeZoneWarnings(services.database, new Date())) print(line);
    const live = openLiveEvents({ url: services.databaseUrl, database: services.database, onError: onEvent });
    const parts = {
      ...services,
      live,
      config: { ...config, appSecret: services.appSecret, consoleDirectory },
      clock: () => new Date(),
    };
    const app = await buildApp(parts, { logger: { level: config.logLevel, stream: standardOutput } });
    events.log = app.log;
    const jobs = openJobRunner(
      services.database,
      (job, err) => app.log.error({ err, job }, 'A job failed'),
      jobsAtOnce(config.databasePoolSize),
    );
    const firstSteps = demo
      ? await demo.listDemoSignIns(services.database)
      : await createSetupLines(config, services.database);
    await listen(app, config);
    app.log.info({ version }, 'Spotter starts');
    // It may be down for a while, which must not delay the start.
    void services.mailer
      .verify?.()
      .catch((err: unknown) => app.log.error({ err }, 'SMTP_URL: the mail server takes no emails'));
    for (const { name, seconds, run } of allModules.flatMap((module) => module.jobs ?? [])) {
      jobs.runEvery(name, seconds, async (stopping) => void (await run(parts, stopping)));
    }
    jobs.runEvery('deleted files', 60 * minute, (stopping) => removeDeletedFiles(services, parts.clock(), stopping));
    await scheduleBackups(jobs, services, config);
    jobs.runEvery('housekeeping', 60 * minute, async () => {
      await emptyOutbox(services.outboxDirectory, parts.clock());
      await purgeExpired(services.database, parts.clock(), allModules);
    });
    const watch = watchJobs(services.database, ({ name, ran_at }) =>
      app.log.error({ job: name, lastRun: ran_at }, 'A job has not run for three of its intervals'),
    );
    return { firstSteps, stop: () => (watch.stop(), stop(app, jobs, live, services)) };
  } catch (error) {
    await services.close();
    throw error;
  }
}

/** Only on the servers that have a place for them. Where the variable is gone, the job must not seem late. */
async function scheduleBackups(jobs: JobRunner, services: Services, { backups, dataDirectory }: Config): Promise<void> {
  if (backups)
    jobs.runEvery('backup', 60 * minute, () => backUpNightly({ ...services, dataDirectory }, backups, new Date()));
  else await services.database.unscoped.deleteFrom('jobs').where('name', '=', 'backup').execute();
}

async function createSetupLines({ publicUrl }: Config, database: Database): Promise<string[]> {
  const token = await createSetupToken(database);
  return token ? [`Set up your gym: ${publicUrl}/setup?token=${token}`] : [];
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host, listenTextResolver: (address) => `Listening at ${address}` });
  } catch (error) {
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT ${port} on ${host} is taken: stop what listens there, or choose another PORT`,
      EACCES: `PORT ${port} needs more rights than this user has: choose one above 1023`,
      EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
      ENOTFOUND: `HOST ${host} is not known`,
    };
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason ? new StartupError(reason) : error;
  }
}

async function stop(app: FastifyInstance, jobs: JobRunner, live: LiveEvents, services: Services): Promise<void> {
  await Promise.all([app.close(), jobs.stop()]);
  await live.close();
  await services.close();
}
