import { diskStore } from '#server/platform/files/diskStore.ts';
import { sealSignatures } from '#server/modules/signatures/seal/sealJob.ts';
import type { TestServer } from './server.ts';

/** Runs the job that seals. */
export const seal = (server: TestServer): Promise<void> =>
  sealSignatures({
    database: server.database,
    config: server.config,
    files: diskStore(server.filesDirectory),
    clock: () => server.clock.now,
  });
