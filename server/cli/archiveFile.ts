import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { measure, type Written } from '#server/modules/backups/index.ts';
import { archiveSchema, type ArchiveSchema } from '#server/modules/company-export/index.ts';
import { StartupError } from '#server/platform/explainError.ts';

/** An archive of a company. What is read is checked against the schema's sizes and hashes. */
export interface ArchiveFile {
  readonly schema: ArchiveSchema;
  bytes(path: string, written: Written): Promise<Buffer>;
  lines(path: string, written: Written): AsyncGenerator<string>;
  close(): void;
}

const damaged = (what: string) => new StartupError(`The archive is damaged: ${what}`);

export async function openArchive(path: string): Promise<ArchiveFile> {
  const zip = await promisify<string, yauzl.Options, ZipFile>(yauzl.open)(path, {
    lazyEntries: true,
    autoClose: false,
  }).catch((error: Error) => {
    throw new StartupError(`${path} is no archive of Spotter: ${error.message}`);
  });
  const entries = await readEntries(zip);
  const open = async (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    if (!entry) throw damaged(`${name} is missing`);
    return promisify<Entry, Readable>((one, done) => zip.openReadStream(one, done))(entry);
  };
  const parsed = archiveSchema.safeParse(
    await open('schema.json')
      .then(buffer)
      .then((bytes) => JSON.parse(bytes.toString('utf8')) as unknown)
      .catch(() => undefined),
  );
  if (!parsed.success) {
    zip.close();
    throw new StartupError(`${path} is no archive of Spotter`);
  }
  const check = (name: string, expected: Written, measured: Written) => {
    if (measured.size !== expected.size || measured.sha256 !== expected.sha256) throw damaged(`${name} was changed`);
  };
  return {
    schema: parsed.data,
    async bytes(name, written) {
      const measured = measure();
      const [bytes] = await Promise.all([buffer(measured.through), pipeline(await open(name), measured.through)]);
      check(name, written, measured.result());
      return bytes;
    },
    async *lines(name, written) {
      const measured = measure();
      const source = await open(name);
      source.once('error', (error) => measured.through.destroy(error));
      yield* createInterface({ input: source.pipe(measured.through), crlfDelay: Infinity });
      check(name, written, measured.result());
    },
    close: () => zip.close(),
  };
}

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve());
    zip.once('error', reject);
    zip.readEntry();
  });
  return entries;
}
