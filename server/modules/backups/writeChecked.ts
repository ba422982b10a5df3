import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Written } from './manifest.ts';

export function measure() {
  const hash = createHash('sha256');
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { through, result: (): Written => ({ size, sha256: hash.digest('hex') }) };
}

/** Syncs the file too. */
export async function writeChecked(from: Readable, path: string, through: Transform[] = []): Promise<Written> {
  const measured = measure();
  await pipeline([
    from,
    ...through,
    measured.through,
    createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
  ]);
  return measured.result();
}
