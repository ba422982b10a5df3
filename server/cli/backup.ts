import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { describeManifest, recordBackup, writeBackup } from '#server/modules/backups/index.ts';
import { takeOnly } from './readArguments.ts';
import { withServices } from './withServices.ts';

export async function backup(config: Config, args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'without-files': { type: 'boolean' } },
  });
  const directory = resolve(takeOnly(positionals, 'Name a directory: backup <directory>'));
  await withServices(config, async ({ database, databaseUrl, files }) => {
    const source = { databaseUrl, files, dataDirectory: config.dataDirectory };
    const saved = await writeBackup(source, directory, { isWithoutFiles: values['without-files'] });
    await recordBackup(database, new Date());
    console.log(`Backed up to ${directory}: ${describeManifest(saved)}.`);
    console.log('Keep it as safe as the database: it holds personal data and the secret.');
    if (!saved.files) console.log('The uploaded files are not in it.');
  });
}
