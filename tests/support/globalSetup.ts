import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openCluster } from '#server/db/cluster/cluster.ts';
import { throwaway } from '#server/db/cluster/settings.ts';
import { migrate } from '#server/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of the cluster that all test files share. */
    adminUrl: string;
  }
}

/** One PostgreSQL for the whole run, as shipped but without syncing; its migrated database `spotter` is the template. */
export default async function setup(project: TestProject) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'spotter-tests-'));
  const cluster = await openCluster({ dataDirectory, settings: throwaway });
  await migrate(cluster.url);
  project.provide('adminUrl', cluster.adminUrl);
  return async () => {
    await cluster.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
