import { expect, test } from 'vitest';
import { makeHome } from '#server/platform/database/postgres/home.ts';
import { ensureCluster } from '#server/platform/database/postgres/initdb.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

test('an initdb that cannot be started is named', async () => {
  const home = await makeHome(await temporaryDirectory());
  const initdb = `${home.path}/initdb`;
  const binaries = { initdb, postgres: '', major: '18', env: {} };
  await expect(ensureCluster(home, binaries, { prefix: [] })).rejects.toMatchObject({
    message: `PostgreSQL could not make its database: spawn ${initdb} ENOENT`,
    cause: { code: 'ENOENT' },
  });
});
