import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import type { Config } from '#server/config.ts';
import {
  describeManifest,
  measure,
  placesIn,
  readManifest,
  type Manifest,
  type Written,
} from '#server/modules/backups/index.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { takeOnly } from './readArguments.ts';

/** Needs no database. Fails when a file is missing or changed. */
export async function verifyBackup(_config: Config, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const directory = resolve(takeOnly(positionals, 'Say which: verify-backup <directory>'));
  const manifest = await readManifest(directory);
  await checkBackup(directory, manifest);
  console.log(`The backup of ${manifest.createdAt} is complete: ${describeManifest(manifest)}`);
}

const fewNames = 20;

export async function checkBackup(directory: string, { tables, files, secret }: Manifest): Promise<void> {
  const places = placesIn(directory);
  const faults: string[] = [];
  for (const table of tables) {
    const fault =
      (await findFault(places.table(table.name), table)) ?? (await findRowFault(places.table(table.name), table.rows));
    if (fault) faults.push(`  table ${table.name}: ${fault}`);
  }
  for (const file of files ?? []) {
    const fault = await findFault(places.file(file.key), file);
    if (fault) faults.push(`  file ${file.key}: ${fault}`);
  }
  const secretFault = secret && (await findFault(places.secret, secret));
  if (secretFault) faults.push(`  secret: ${secretFault}`);
  if (faults.length === 0) return;
  const more = faults.length > fewNames ? [`  and ${faults.length - fewNames} more`] : [];
  throw new StartupError([`The backup in ${directory} is damaged:`, ...faults.slice(0, fewNames), ...more].join('\n'));
}

async function findFault(path: string, { size, sha256 }: Written): Promise<string | undefined> {
  const { through, result } = measure();
  try {
    await pipeline(createReadStream(path), through, createDiscard());
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : `cannot be read (${String(error)})`;
  }
  const actual = result();
  if (actual.size !== size) return `has ${actual.size} bytes and had ${size}`;
  return actual.sha256 === sha256 ? undefined : 'is not what was written';
}

/** COPY writes one row per line and escapes line breaks inside values. */
async function findRowFault(path: string, rows: number): Promise<string | undefined> {
  let lines = 0;
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      done();
    },
  });
  await pipeline(createReadStream(path), createGunzip(), count);
  return lines === rows ? undefined : `has ${lines} rows and had ${rows}`;
}

const createDiscard = () => new Writable({ write: (_chunk, _encoding, done) => done() });
