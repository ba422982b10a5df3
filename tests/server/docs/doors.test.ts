import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasonCodes } from '#domain/checkins/reasons.ts';
import { addDevice, openStream } from '#tests/support/devices.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const page = await readFile('docs/doors.md', 'utf8');
const scripts = [...page.matchAll(/^```sh\n(?<script>[\s\S]*?)^```$/gm)].map(({ groups }) => groups?.['script'] ?? '');

let home: string;
let environment: Record<string, string>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'spotter-curl-'));
  await writeFile(join(home, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n');
  const make = builders(server, gym);
  const contact = await make.contact();
  await make.contactMembership(contact);
  const fresh = await addDevice(server, gym, 'door', { name: 'To be paired' });
  const device = await addDevice(server, gym, 'door');
  const door = (await gym.by.admin.post('/doors', { body: { locationId: gym.locationId, name: 'Main' } })).body.door;
  await gym.by.admin.put(`/devices/${device.id}`, { body: { doorIds: [door.id] } });
  await openStream(server, gym, device.id);
  environment = {
    PATH: process.env['PATH'] ?? '',
    CURL_HOME: home,
    SPOTTER_URL: await server.app.listen({ port: 0, host: '127.0.0.1' }),
    SPOTTER_TOKEN: device.token,
    PAIRING_CODE: fresh.code,
    CODE: (await gym.by.admin.get(`/contacts/${contact}/code`)).body.code,
    COMMAND_ID: (await gym.by.admin.post(`/doors/${door.id}/open`, { body: {} })).body.command.id,
  };
});
afterAll(() => rm(home, { recursive: true, force: true }));

const answers = [
  /"listKey":"[^"]{44}"[\s\S]*\n200$/,
  /"kind":"door"[\s\S]*\n200$/,
  /"accessGranted":true[\s\S]*"unlockMs":5000[\s\S]*\n200$/,
  /"list":[\s\S]*"signature":[\s\S]*\n200$/,
  /"key":"door-1-0001"[\s\S]*\n200$/,
  /"type":"open"[\s\S]*\n200$/,
  /Acknowledged[\s\S]*\n200$/,
  /"token":"spd_[\s\S]*\n200$/,
];

test('the lines of the page do what it says, one after the other', { timeout: 60_000 }, async () => {
  expect(scripts).toHaveLength(answers.length);
  for (const [index, script] of scripts.entries()) {
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env: environment });
    expect(stdout).toMatch(answers[index] ?? /never/);
  }
});

test('the page has every reason code', () => {
  for (const code of reasonCodes) expect(page).toContain(`\`${code}\``);
});
