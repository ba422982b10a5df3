import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Seen {
  call: string;
  authorization: string;
  type: string | undefined;
}

const errorBody = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

/** A bucket behind the S3 protocol: objects by path, XML for errors. It has one key, `key-id`. */
export async function s3Double(bucket: string) {
  const objects = new Map<string, Buffer>();
  /** The parts of uploads that are under way. */
  const uploads = new Map<string, Map<number, Buffer>>();
  const seen: Seen[] = [];
  const state: { failing: number | null } = { failing: null };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = await buffer(request);
    seen.push({
      call: `${request.method} ${path}`,
      authorization: request.headers.authorization ?? '',
      type: request.headers['content-type'],
    });
    if (state.failing) return void response.writeHead(state.failing).end(errorBody('SlowDown'));
    if (!request.headers.authorization?.includes('Credential=key-id/'))
      return void response.writeHead(403).end(errorBody('InvalidAccessKeyId'));
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    if (request.method === 'POST' && query.has('uploads')) {
      uploads.set(path, new Map());
      return void response.end(
        `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>u-1</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const parts = query.has('uploadId') ? uploads.get(path) : undefined;
    if (parts && request.method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return void response.writeHead(200, { etag: `"${query.get('partNumber')}"` }).end();
    }
    if (parts) {
      if (request.method === 'POST')
        objects.set(path, Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)));
      uploads.delete(path);
      return void response.end(
        `<?xml version="1.0"?><CompleteMultipartUploadResult><ETag>"all"</ETag></CompleteMultipartUploadResult>`,
      );
    }
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

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
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
