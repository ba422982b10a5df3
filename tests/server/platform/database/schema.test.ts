import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { tableTypes } from '../../../../scripts/lib/tableTypes.ts';

test('the types and columns of the tables are those of the migrated database; else run "npm run db:types"', async () => {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  expect(await readFile('server/platform/database/schema.ts', 'utf8')).toBe(await tableTypes(client));
});
