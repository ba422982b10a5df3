import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { compression } from '#server/platform/http/compression.ts';

const app = fastify();
await compression(app);
const long = { text: 'spotter '.repeat(500) };
app.get('/long', async () => long);
app.get('/short', async () => ({ text: 'spotter' }));
app.get('/events', async (_request, response) => response.type('text/event-stream').send(long.text));

const ask = (url: string, encodings?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8', 'GZIP'])(
  'a long response is compressed for %s',
  async (encodings) => {
    const { headers, rawPayload } = await ask('/long', encodings);
    expect([headers['content-encoding'], headers.vary, headers['content-length']]).toEqual([
      'gzip',
      'accept-encoding',
      String(rawPayload.length),
    ]);
    expect(rawPayload.length).toBeLessThan(200);
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(long);
  },
);

test.each([undefined, 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
  'and uncompressed for %s',
  async (encodings) => {
    const { headers, body } = await ask('/long', encodings);
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body)).toEqual(long);
  },
);

test.each(['/short', '/events'])('%s is never compressed', async (url) => {
  expect((await ask(url, 'gzip')).headers['content-encoding']).toBeUndefined();
});

test('a response to HEAD names no encoding', async () => {
  expect((await ask('/long', 'gzip', 'HEAD')).headers['content-encoding']).toBeUndefined();
});
