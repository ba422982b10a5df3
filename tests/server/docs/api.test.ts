import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishEvents } from '#server/modules/events/index.ts';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const page = await readFile('docs/api.md', 'utf8');

/** Each block of shell with the last heading above it. */
const blocks = [...page.matchAll(/^#+ (?<heading>.+)$|^```sh\n(?<script>[\s\S]*?)^```$/gm)]
  .reduce<[string, string][]>((found, { groups: { heading, script } = {} }) => {
    if (heading) return [...found, [heading, '']];
    const [title] = found.at(-1) ?? ['', ''];
    return [...found, [title, script ?? '']];
  }, [])
  .filter(([, script]) => script);

let home: string;
let environment: Record<string, string>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'spotter-curl-'));
  // The lines run as written; this only has curl say what the server answered.
  await writeFile(join(home, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n');
  const make = builders(server, gym);
  const contact = await make.contact();
  await make.contactMembership(contact);
  await gym.by.admin.post('/contacts/import', {
    body: {
      locationId: gym.locationId,
      contacts: [{ firstName: 'Ima', lastName: 'Owes', email: 'ima@gym.test', balance: 50 }],
    },
  });
  const { body: owed } = await gym.by.admin.get('/invoices?status=to_collect');
  const { key } = await createApiKey(server, gym, [
    'contacts:write',
    'invoices:read',
    'invoices:collect',
    'checkins:write',
    'events:read',
    'webhooks:write',
    'all:read',
  ]);
  const form = { companyId: gym.companyId, name: 'Form', kind: 'publishable', origins: ['https://www.example.com'] };
  const publishable = await gym.by.admin.post('/api-keys', { body: { ...form, locationIds: [gym.locationId] } });
  await publishEvents(server.context);
  environment = {
    PATH: process.env['PATH'] ?? '',
    CURL_HOME: home,
    SPOTTER_URL: await server.app.listen({ port: 0, host: '127.0.0.1' }),
    SPOTTER_KEY: key,
    SPOTTER_PUBLISHABLE_KEY: publishable.body.key,
    SALES_ITEM_ID: await make.salesItem(),
    COMPANY_ID: gym.companyId,
    LOCATION_ID: gym.locationId,
    INVOICE_ID: owed.invoices[0].invoice.id,
    CONTACT_ID: contact,
    CODE: (await gym.by.admin.get(`/contacts/${contact}/code`)).body.code,
  };
});
afterAll(() => rm(home, { recursive: true, force: true }));

const run = async (script: string) => {
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env: environment, cwd: home });
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) };
};

/** Several blocks under one heading follow each other. */
const answers: Record<string, [status: number, text: RegExp] | [status: number, text: RegExp][]> = {
  Keys: [200, /"type":"api_key"/],
  Limits: [200, /^ratelimit-policy: "key";q=50;w=5\r?\nratelimit: "key";r=\d+;t=1\r?$/im],
  Errors: [400, /"message":"Last name is required"/],
  'Idempotency keys': [201, /"firstName":"Robin"/],
  Paging: [200, /"limit":100/],
  'Keeping a copy': [
    [200, /"deleted":\[\],"next":"20/],
    [200, /"pagination"/],
    [200, /"externalId":"QB-1042"/],
    [304, /^$/],
  ],
  'Add a prospect from a website’s form': [
    [201, /"tags":\["website"\]/],
    [202, /Thank you/],
  ],
  'List who owes': [200, /"due":50/],
  'Take a payment': [201, /"status":"partially_paid"/],
  'Check a member in': [
    [201, /"accessGranted":true/],
    [201, /"accessGranted":true.*"sameVisit"/],
  ],
  'Follow events': [200, /"type":"contact.created".*"next":"\d+"/],
  Export: [200, /"refunds":/],
  'Have events sent': [201, /"secret":"whsec_/],
};

const expected = Object.entries(answers).flatMap(([heading, answer]) =>
  (Array.isArray(answer[0]) ? (answer as [number, RegExp][]) : [answer as [number, RegExp]]).map((one) => ({
    heading,
    one,
  })),
);

test.each(blocks.map(([heading, script], index) => ({ heading, script, one: expected[index]?.one })))(
  'the lines under “$heading” do what the page says',
  async ({ heading, script, one }) => {
    const [status, text] = one ?? expect.fail(heading);
    const answer = await run(script);
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(text)]);
    const [, json] = new RegExp(`## ${heading}\\n[\\s\\S]*?\`\`\`json\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
    if (heading === 'Errors') expect(JSON.parse(answer.text)).toEqual(JSON.parse(json ?? ''));
  },
);

test('a denied check-in is told apart from a key that may not check in, and from a code that nobody has', async () => {
  const contactId = await builders(server, gym).contact();
  const body = { contactId, locationId: gym.locationId, doorId: 'Front Desk' };
  const door = await createApiKey(server, gym, ['checkins:write']);
  const denied = await door.caller.post('/checkins', { body });
  expect(denied).toMatchObject({
    status: 403,
    body: { message: 'No membership found for this contact', checkin: { contactId, accessGranted: false } },
  });
  const sheet = await createApiKey(server, gym, ['invoices:read']);
  const refused = await sheet.caller.post('/checkins', { body });
  expect(refused).toMatchObject({ status: 403, body: { message: 'This API key needs the scope checkins:write' } });
  expect(refused.body.checkin).toBeUndefined();
  const unknown = await door.caller.post('/checkins', {
    body: { ...body, contactId: undefined, code: 'AAAAAAAAAAAA' },
  });
  expect([unknown.status, unknown.body.message]).toEqual([404, 'No member has this code']);
});

test('each line is tried', () => {
  expect(blocks.map(([heading]) => heading)).toEqual(expected.map(({ heading }) => heading));
});
