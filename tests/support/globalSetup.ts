import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster } from '#server/db/cluster/cluster.ts';
import { throwaway } from '#server/db/cluster/settings.ts';
import { migrate } from '#server/db/migrate.ts';
import { siblingUrl } from '#server/db/urls.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of the cluster that all test files share. */
    adminUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run, as shipped but without syncing; its migrated database `spotter` is the template.
 * `TEST_DATABASE_URL`, a superuser's, runs the same tests on a PostgreSQL of another version.
 */
export default async function setup(project: TestProject) {
  const other = process.env.TEST_DATABASE_URL;
  if (other) return onAnother(other, project);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'spotter-tests-'));
  const cluster = await openCluster({ dataDirectory, settings: throwaway });
  await migrate(cluster.url);
  project.provide('adminUrl', cluster.adminUrl);
  return async () => {
    await cluster.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}

async function onAnother(adminUrl: string, project: TestProject) {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('drop database if exists spotter');
  await admin.query('create database spotter');
  await admin.end();
  await migrate(siblingUrl(adminUrl, 'spotter'));
  project.provide('adminUrl', adminUrl);
  return () => Promise.resolve();
}
