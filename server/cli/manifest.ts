import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '#server/startupError.ts';

const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.string() })),
});
export type Manifest = z.output<typeof manifest>;

const pathIn = (directory: string) => join(directory, 'backup.json');

/** Written last, so that a backup that was cut short has none. */
export const writeManifest = (directory: string, content: Manifest) =>
  writeFile(pathIn(directory), `${JSON.stringify(content, null, 2)}\n`);

export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(pathIn(directory), 'utf8').catch(() => '{}');
  const parsed = manifest.safeParse(JSON.parse(text));
  if (!parsed.success) throw new StartupError(`${directory} holds no complete backup of Spotter`);
  return parsed.data;
}
