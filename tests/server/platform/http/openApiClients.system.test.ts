import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate as generateOrval } from 'orval';
import sharp from 'sharp';
import ts from 'typescript-5';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Given, Report } from '#tests/support/apiClients/scenario.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let directory: string;
let given: Omit<Given, 'idempotencyKey'>;
beforeAll(async () => {
  server = await testServer();
  const gym = await createGym(server);
  const build = builders(server, gym);
  given = {
    baseUrl: await server.app.listen({ port: 0, host: '127.0.0.1' }),
    token: await server.createToken(gym.users.manager),
    locationId: gym.locationId,
    contactId: await build.contact(),
    salesItemId: await build.salesItem(),
    picture: new Blob([
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    ]),
  };
  // Below the repository, so that the generated code finds its packages.
  await mkdir('.cache', { recursive: true });
  directory = await mkdtemp('.cache/clients-');
  await generate();
});
afterAll(async () => {
  // The clients keep their connections, and a server that closes waits for them.
  server.app.server.closeAllConnections();
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

/** Generates the clients beside the programs that use them. */
async function generate() {
  await cp('tests/support/apiClients', directory, { recursive: true });
  const document = JSON.stringify(server.app.swagger());
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const types = await openapiTypescript(document, {
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  await writeFile(join(directory, 'openapiTypescript.ts'), astToString(types));
  await createClient({
    input: JSON.parse(document),
    output: join(directory, 'heyApi'),
    logs: { level: 'silent', file: false },
  });
  await generateOrval(
    {
      input: { target: JSON.parse(document) },
      output: { target: join(directory, 'orval/client.ts'), client: 'fetch', baseUrl: given.baseUrl },
    },
    process.cwd(),
    { logLevel: 'error' },
  );
}

test('programs against the generated clients compile', async () => {
  await writeFile(
    join(directory, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: { incremental: false }, include: ['.'] }),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [
    'node_modules/typescript/bin/tsc',
    '-p',
    directory,
  ]).catch((error) => error);
  expect(stdout).toBe('');
});

test.each(['openapiFetch', 'heyApi', 'orval'])('%s uploads, sends a key and reads an error message', async (name) => {
  const { run } = (await import(resolve(directory, `${name}.ts`))) as { run: (given: Given) => Promise<Report> };
  const { thumbnailUrl, invoiceIds, refusal } = await run({ ...given, idempotencyKey: name });
  expect(thumbnailUrl).toMatch(/^\/api\/files\/.*-thumbnail\.webp/);
  // A generated client encodes the key's slashes.
  const described = thumbnailUrl?.replace(/(?<=^\/api\/files\/)[^?]+/, encodeURIComponent);
  const picture = await fetch(`${given.baseUrl}${described}`);
  // Read to its end: a server waits for open responses when it closes.
  await picture.arrayBuffer();
  expect(picture.headers.get('content-type')).toBe('image/webp');
  expect(invoiceIds[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(invoiceIds[1]).toBe(invoiceIds[0]);
  expect(refusal).toBe('Contact not found');
});
