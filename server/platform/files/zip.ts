import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  readonly body: Readable | Uint8Array;
  /** False for pictures and PDFs, which are compressed already. */
  readonly isCompressible?: boolean;
}

/**
 * An archive that is written while it is read, one entry after the other. An error of an entry ends it with that error. It closes when
 * nothing reads its entries any more, also if it is destroyed in the middle.
 */
export function zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, now: Date): Readable {
  const zip = new ZipFile();
  const reading = new AbortController();
  const writing = write().then(
    () => undefined,
    (error: Error) => error,
  );
  const output = new PassThrough({
    destroy: (reason, closed) => {
      reading.abort();
      void writing.then(() => closed(reason));
    },
  });
  zip.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  void writing.then((error) => error && output.destroy(error));
  return output;

  async function write(): Promise<void> {
    for await (const { path, body, isCompressible = true } of entries) {
      reading.signal.throwIfAborted();
      const options = { mtime: now, compress: isCompressible };
      if (body instanceof Uint8Array) zip.addBuffer(Buffer.from(body), path, options);
      else await add(body, path, options);
    }
    zip.end();
  }

  async function add(body: Readable, path: string, options: { mtime: Date; compress: boolean }): Promise<void> {
    body.on('error', () => undefined);
    zip.addReadStream(body, path, options);
    try {
      await finished(body, { signal: reading.signal });
    } finally {
      body.destroy();
      if (!body.closed) await once(body, 'close');
    }
  }
}
