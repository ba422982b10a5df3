import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  readonly body: Readable | Uint8Array;
  /** False for pictures and PDFs, which are compressed already. */
  readonly isCompressible?: boolean;
}

/** Tables of a million rows take half the time of zlib's own choice, 6, and grow by a few percent. */
const level = 3;

interface ZipWriter {
  /** Resolves when the body was read to its end, so that one entry is written after the other. */
  add(entry: ZipEntry): Promise<void>;
  end(): void;
}

/** Writes an archive to `output`. When the signal is aborted, the entry that is being read ends, and `add` rejects. */
export function openZip(output: Writable, { now, signal }: { now: Date; signal: AbortSignal }): ZipWriter {
  const zip = new ZipFile();
  zip.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  return {
    async add({ path, body, isCompressible = true }) {
      signal.throwIfAborted();
      const options = { mtime: now, compressionLevel: isCompressible ? level : 0 };
      if (body instanceof Uint8Array) return zip.addBuffer(Buffer.from(body), path, options);
      body.on('error', () => undefined);
      zip.addReadStream(body, path, options);
      try {
        await finished(body, { signal });
      } finally {
        body.destroy();
        // A query behind it has to end before its transaction.
        if (!body.closed) await once(body, 'close');
      }
    },
    end: () => zip.end(),
  };
}

/**
 * An archive that is written while it is read, one entry after the other. An error of an entry ends it with that error. It closes when
 * nothing reads its entries any more, also if it is destroyed in the middle.
 */
export function zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, now: Date): Readable {
  const reading = new AbortController();
  const output = new PassThrough({
    destroy: (reason, closed) => {
      reading.abort();
      void writing.then(() => closed(reason));
    },
  });
  const zip = openZip(output, { now, signal: reading.signal });
  const writing = write().then(
    () => undefined,
    (error: Error) => error,
  );
  void writing.then((error) => error && output.destroy(error));
  return output;

  async function write(): Promise<void> {
    for await (const entry of entries) await zip.add(entry);
    zip.end();
  }
}
