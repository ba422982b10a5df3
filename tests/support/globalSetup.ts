import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster } from '#server/platform/database/postgres/cluster.ts';
import { throwaway } from '#server/platform/database/postgres/settings.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of the cluster that all test files share. */
    adminUrl: string;
    /** A DATA_DIR whose PostgreSQL is initialized, migrated and stopped. Tests copy it. */
    preparedDataDirectory: string;
  }
}

/**
 * One PostgreSQL for the whole run, as shipped but without syncing; its migrated database `spotter` is the template.
 * `TEST_DATABASE_URL`, a superuser's, runs the same tests on a PostgreSQL of another version.
 */
export default async function setup(project: TestProject) {
  const directory = await mkdtemp(join(tmpdir(), 'spotter-tests-'));
  const dataDirectory = join(directory, 'running');
  const preparedDataDirectory = join(directory, 'prepared');
  const first = await openCluster({ dataDirectory, settings: throwaway });
  await migrate(first.url);
  await first.stop();
  execFileSync('cp', ['-a', dataDirectory, preparedDataDirectory]);
  project.provide('preparedDataDirectory', preparedDataDirectory);

  const other = process.env.TEST_DATABASE_URL;
  if (other) await prepareOther(other);
  const cluster = other ? undefined : await openCluster({ dataDirectory, settings: throwaway });
  project.provide('adminUrl', other ?? cluster?.adminUrl ?? '');
  return async () => {
    await cluster?.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

async function prepareOther(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('drop database if exists spotter');
  await admin.query('create database spotter');
  await admin.end();
  await migrate(siblingUrl(adminUrl, 'spotter'));
}
