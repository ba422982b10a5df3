import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Seen {
  call: string;
  authorization: string;
  type: string | undefined;
}

interface Part {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

const errorBody = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

/** A bucket behind the S3 protocol: objects by path, XML for errors. It has one key, `key-id`. */
export async function s3Double(bucket: string) {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const seen: Seen[] = [];
  const state: { failing: number | null } = { failing: null };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const body = await buffer(request);
    seen.push({
      call: `${request.method} ${path}`,
      authorization: request.headers.authorization ?? '',
      type: request.headers['content-type'],
    });
    if (state.failing) return void response.writeHead(state.failing).end(errorBody('SlowDown'));
    if (!request.headers.authorization?.includes('Credential=key-id/'))
      return void response.writeHead(403).end(errorBody('InvalidAccessKeyId'));
    if (query.has('uploads') || query.has('uploadId')) return multipart(request, response, { path, query, body });
    if (request.method === 'PUT') {
      objects.set(path, body);
      return void response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(path);
      return void response.writeHead(204).end();
    }
    if (request.method === 'HEAD') return void response.writeHead(path.startsWith(`/${bucket}`) ? 200 : 404).end();
    const found = objects.get(path);
    if (!found) return void response.writeHead(404, { 'content-type': 'application/xml' }).end(errorBody('NoSuchKey'));
    response.writeHead(200, { 'content-length': found.length }).end(found);
  }

  /** A file that arrives in numbered parts is there once it is completed. */
  function multipart(request: IncomingMessage, response: ServerResponse, { path, query, body }: Part): void {
    const id = query.get('uploadId') ?? String(uploads.size + 1);
    const parts = uploads.get(id) ?? new Map<number, Buffer>();
    uploads.set(id, parts);
    const xml = (text: string) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
    if (query.has('uploads'))
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    if (request.method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return void response.writeHead(200, { etag: `"${query.get('partNumber')}"` }).end();
    }
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    const sorted = [...parts].toSorted(([a], [b]) => a - b);
    objects.set(path, Buffer.concat(sorted.map(([, bytes]) => bytes)));
    return xml(`<CompleteMultipartUploadResult><Key>${path}</Key></CompleteMultipartUploadResult>`);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    seen,
    /** From now on every call gets this status; null restores normal service. */
    fail: (status: number | null) => void (state.failing = status),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
