import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { addHours } from 'date-fns';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { inject } from 'vitest';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';
import { runErasures } from '#server/modules/personal-data/erasures.ts';
import type { TestServer } from './server.ts';

/** Runs the job that erases. */
export const runErasureJob = (server: TestServer): Promise<void> =>
  runErasures(
    {
      database: server.database,
      config: server.config,
      files: diskStore(server.filesDirectory),
      mailer: { send: async () => undefined, close: () => undefined },
      live: undefined as never,
      clock: () => server.clock.now,
    },
    new AbortController().signal,
  );

/** Runs it when what is asked for now is due. */
export async function eraseAfterADay(server: TestServer): Promise<void> {
  const { now } = server.clock;
  server.clock.now = addHours(now, 24);
  await runErasureJob(server).finally(() => (server.clock.now = now));
}

/**
 * Where in a dump of the whole database one of the texts stands: `contacts: oakley`. Each table is copied out by the superuser, as
 * pg_dump does, which is not among the project's packages; what is kept as bytes is searched too.
 */
export async function findInDump(url: string, texts: readonly string[]): Promise<string[]> {
  const client = new Client({ connectionString: siblingUrl(inject('adminUrl'), new URL(url).pathname.slice(1)) });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const dumped = (await text(client.query(copyTo(`copy ${name} to stdout`)))).toLowerCase();
      for (const one of texts.map((word) => word.toLowerCase()))
        if (dumped.includes(one) || dumped.includes(Buffer.from(one).toString('hex'))) found.push(`${name}: ${one}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

export async function findInFiles(directory: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = (await readFile(join(entry.parentPath, entry.name))).toString('latin1').toLowerCase();
    for (const one of texts) if (bytes.includes(one.toLowerCase())) found.push(`${entry.name}: ${one}`);
  }
  return found;
}
