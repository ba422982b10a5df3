import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isFileKey } from '#server/platform/files/store.ts';
import { StartupError } from '#server/platform/explainError.ts';

const written = z.object({ size: z.number(), sha256: z.string() });
export type Written = z.output<typeof written>;

const name = z.string().regex(/^[a-z_]+$/);

const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(written.extend({ name, columns: z.string(), rows: z.number() })),
  /** Null when files were left out. */
  files: z.array(written.extend({ key: z.string().refine(isFileKey) })).nullable(),
  /** Null when the secret comes from APP_SECRET. */
  secret: written.nullable(),
});
export type Manifest = z.output<typeof manifest>;
export type SavedTable = Manifest['tables'][number];
export type SavedFile = NonNullable<Manifest['files']>[number];

export const placesIn = (directory: string) => ({
  manifest: join(directory, 'backup.json'),
  table: (table: string) => join(directory, 'tables', `${table}.copy.gz`),
  files: join(directory, 'data', 'files'),
  file: (key: string) => join(directory, 'data', 'files', key),
  secret: join(directory, 'data', 'secret'),
});

/** Last, so that an incomplete backup has none. */
export const writeManifest = (directory: string, content: Manifest) =>
  writeFile(placesIn(directory).manifest, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600, flush: true });

export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(placesIn(directory).manifest, 'utf8').catch(() => '{}');
  const parsed = manifest.safeParse(parseJson(text));
  if (!parsed.success) throw new StartupError(`${directory} holds no complete backup of Spotter`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
