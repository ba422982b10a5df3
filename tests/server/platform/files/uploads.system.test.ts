import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { createToken } from '#tests/support/httpCaller.ts';
import { samplePdf } from '#tests/support/multipart.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { startSpotter, type SpotterProcess } from '#tests/support/spotterProcess.ts';

/** Everything here is sent over a socket to the built server, whose memory is checked at the end. */
let server: TestServer;
let gym: Gym;
let spotter: SpotterProcess;
let token: string;
let restingKilobytes: number;
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
  server = await testServer();
  gym = await createGym(server);
  spotter = await startSpotter({
    env: { DATA_DIR: server.filesDirectory, DATABASE_URL: server.url, APP_SECRET: server.config.appSecret },
  });
  token = await createToken(server, gym.users.manager);
  restingKilobytes = await kilobytes('VmRSS');
});
afterAll(async () => {
  await spotter.end('SIGTERM');
  await server.close();
});

const kilobytes = async (what: 'VmRSS' | 'VmHWM') => {
  const status = await readFile(`/proc/${spotter.pid}/status`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
};

const megabyte = 2 ** 20;
const padded = (start: Buffer, bytes: number) => Buffer.concat([start, Buffer.alloc(bytes - start.length)]);
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');

async function send(
  path: string,
  field: string,
  file: { bytes: Buffer; name: string; type: string },
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  const response = await fetch(`${spotter.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** A small file of many pixels. */
const createBomb = async () =>
  (madeBomb ??= await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer());
let madeBomb: Buffer | undefined;

const read = async (path: string) => {
  const response = await fetch(`${spotter.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as { contact: { profileImageFileName: string | null } };
};

const harmless = /^[^/\\\p{Cc}\p{Cf}]{1,200}$/u;
const names = [
  '../../etc/passwd.jpg',
  'C:\\windows\\me.jpg',
  'me\0.jpg.exe',
  `${'n'.repeat(300)}.jpg`,
  '.jpg',
  'photo\u202egpj.exe',
];

describe('a profile image', () => {
  const plain = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: '#456' } });
  const jpeg = (image: Sharp = plain()) => image.jpeg().toBuffer();
  const contact = () => builders(server, gym).contact();
  const sent = async (id: string, bytes: Buffer, name = 'me.jpg', type = 'image/jpeg') =>
    send(`/contacts/${id}/image`, 'image', { bytes, name, type });

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a %s is accepted by its content, whatever its name and type',
    async (format) => {
      const id = await contact();
      expect(await sent(id, await plain().toFormat(format).toBuffer(), 'notes.txt', 'text/plain')).toMatchObject({
        status: 200,
      });
      expect((await read(`/contacts/${id}`)).contact.profileImageFileName).toBe(
        `notes.txt.${format === 'jpeg' ? 'jpg' : format}`,
      );
    },
  );

  test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ['10 MB', async () => padded(await jpeg(), 10 * megabyte), 413, 'Image size must be less than 10MB'],
    ['30 MB', async () => padded(await jpeg(), 30 * megabyte), 413, 'Image size must be less than 10MB'],
    ['an empty file', () => Buffer.alloc(0), 415, 'Please select an image file'],
    ['a truncated photo', async () => (await jpeg()).subarray(0, 1500), 415, 'Please select an image file'],
    ['an SVG', () => svg, 415, 'Please select an image file'],
    ['HTML named .jpg', () => html, 415, 'Please select an image file'],
    [
      'HTML that starts as a GIF does',
      () => Buffer.concat([Buffer.from('GIF89a=1;'), html]),
      415,
      'Please select an image file',
    ],
    ['a PDF', () => samplePdf, 415, 'Please select an image file'],
    ['a PNG of 16,000 by 16,000 pixels', createBomb, 415, 'Please select an image file'],
  ])('%s is refused with its message, and the contact has no picture', async (_case, bytes, status, message) => {
    const id = await contact();
    expect(await sent(id, await bytes())).toMatchObject({ status, body: { message } });
    expect((await read(`/contacts/${id}`)).contact.profileImageFileName).toBe(null);
  });

  test('10 MB less one byte is taken', async () => {
    expect(await sent(await contact(), padded(await jpeg(), 10 * megabyte - 1))).toMatchObject({ status: 200 });
  });

  test('a photo of a camera’s full size is accepted, even rotated', async () => {
    const large = await jpeg(plain(8_000, 6_000).withMetadata({ orientation: 6 }));
    expect(await sent(await contact(), large)).toMatchObject({ status: 200 });
  });

  test('an image that is also an HTML page is stored as an image only', async () => {
    const { body } = await sent(await contact(), Buffer.concat([await jpeg(), html]), 'polyglot.html', 'text/html');
    for (const url of [body.originalUrl, body.previewUrl, body.thumbnailUrl]) {
      const response = await fetch(new URL(url ?? '', spotter.url));
      expect([response.headers.get('content-type'), response.headers.get('x-content-type-options')]).toEqual([
        'image/webp',
        'nosniff',
      ]);
      expect(Buffer.from(await response.arrayBuffer()).includes('<script')).toBe(false);
    }
  });

  test.each(names)('the name %j is kept harmless', async (name) => {
    const id = await contact();
    expect(await sent(id, await jpeg(), name)).toMatchObject({ status: 200 });
    const { profileImageFileName } = (await read(`/contacts/${id}`)).contact;
    expect(profileImageFileName).toMatch(harmless);
    expect(profileImageFileName).toMatch(/\.jpg$/);
  });
});

describe('the PDF of an agreement', () => {
  type Sent = { agreement?: { id: string; versions: { id: string; pdfFileName: string }[] }; message?: string };
  const add = async (bytes: Buffer, name = 'waiver.pdf', type = 'application/pdf') =>
    (await send('/agreements', 'pdf', { bytes, name, type }, { name: 'Waiver', displayOrder: '0' })) as unknown as {
      status: number;
      body: Sent;
    };

  test.each([
    ['10 MB', () => padded(samplePdf, 10 * megabyte), 413, 'File size must be less than 10MB'],
    ['an empty file', () => Buffer.alloc(0), 415, 'Please select a PDF file'],
    ['one cut within its first bytes', () => samplePdf.subarray(0, 4), 415, 'Please select a PDF file'],
    ['an SVG', () => svg, 415, 'Please select a PDF file'],
    ['HTML named .pdf', () => html, 415, 'Please select a PDF file'],
    ['HTML with a PDF behind it', () => Buffer.concat([html, samplePdf]), 415, 'Please select a PDF file'],
  ])('%s is refused with its sentence', async (_case, bytes, status, message) => {
    expect(await add(bytes())).toMatchObject({ status, body: { message } });
  });

  test('10 MB less one byte is taken', async () => {
    const wanted = 10 * megabyte - 1;
    const bytes = createPdf('x'.repeat(wanted - createPdf('').length - 16));
    const full = createPdf(`${'x'.repeat(wanted - createPdf('').length - 16)}${'x'.repeat(wanted - bytes.length)}`);
    expect(full.length).toBe(wanted);
    expect(await add(full)).toMatchObject({ status: 201 });
  });

  test('a PDF that is also an HTML page is only served as a download, as a PDF', async () => {
    const { body } = await add(Buffer.concat([samplePdf, html]), 'waiver.html', 'text/html');
    const [version] = body.agreement?.versions ?? [];
    const { url } = (await read(`/agreements/versions/${version?.id}/download`)) as unknown as { url: string };
    const { headers } = await fetch(new URL(url, spotter.url));
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      'application/pdf',
      'nosniff',
    ]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="waiver\.html\.pdf"/);
  });

  test.each(names.map((name) => name.replace(/jpg$/, 'pdf')))('the name %j is kept harmless', async (name) => {
    const { status, body } = await add(samplePdf, name);
    expect(status).toBe(201);
    expect(body.agreement?.versions[0]?.pdfFileName).toMatch(harmless);
    expect(body.agreement?.versions[0]?.pdfFileName).toMatch(/\.pdf$/);
  });
});

test('all of that, and eight huge images at once, takes less than 200 MB of memory', async () => {
  const bomb = await createBomb();
  const id = await builders(server, gym).contact();
  const replies = await Promise.all(
    Array.from({ length: 8 }, () =>
      send(`/contacts/${id}/image`, 'image', { bytes: bomb, name: 'me.png', type: 'image/png' }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 415));
  expect(((await kilobytes('VmHWM')) - restingKilobytes) / 1024).toBeLessThan(200);
});
