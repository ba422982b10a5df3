import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  readonly body: Readable | Uint8Array;
  /** False for pictures and PDFs, which are compressed already. */
  readonly isCompressible?: boolean;
}

/** An archive that is written while it is read, one entry after the other. An error of an entry ends it with that error. */
export function zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, now: Date): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const reading = new AbortController();
  output.once('close', () => reading.abort());
  zip.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  const write = async () => {
    for await (const { path, body, isCompressible = true } of entries) {
      const options = { mtime: now, compress: isCompressible };
      if (body instanceof Uint8Array) {
        zip.addBuffer(Buffer.from(body), path, options);
        continue;
      }
      zip.addReadStream(body, path, options);
      // Whoever reads the archive may stop in the middle.
      await finished(body, { signal: reading.signal }).finally(() => body.destroy());
    }
    zip.end();
  };
  write().catch((error: unknown) => output.destroy(error as Error));
  return output;
}
