import { describe, expect, test } from 'vitest';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const { admin } = gym.by;

const page = 'https://www.gym.test';
let made = 0;
async function publishable(parts: { locationIds?: string[]; origins?: string[]; expiresAt?: string } = {}) {
  const { status, body } = await admin.post('/api-keys', {
    body: { companyId: gym.companyId, name: 'Website', kind: 'publishable', origins: [page], ...parts },
  });
  expect([status, body.apiKey?.kind]).toEqual([201, 'publishable']);
  return { id: body.apiKey.id as string, key: body.key as string, caller: server.withKey(body.key) };
}
const { key, caller } = await publishable({ locationIds: [gym.locationId] });

const person = (change: object = {}) => {
  made += 1;
  return { firstName: 'Alex', lastName: 'Kim', email: `alex${made}@example.com`, ...change };
};
/** Each from another address, so that only tests of the limits meet them. */
const signUp = (body: object, by: Caller = caller, headers: Record<string, string> = { origin: page }) => {
  server.advance({ minutes: 1 });
  return by.post('/sign-ups', { body, headers });
};
const thanks = { status: 202, body: { message: 'Thank you. We will be in touch.' } };

const contactsWith = async (email: string) =>
  (await admin.get(`/contacts?search=${encodeURIComponent(email)}`)).body.contacts.map(
    ({ contact }: { contact: object }) => contact,
  );
const notesOf = async (id: string): Promise<string[]> =>
  (await admin.get(`/contacts/${id}/notes`)).body.notes.map(({ text }: { text: string }) => text);

describe('signing up', () => {
  test('adds a contact with its source, and the message as a note', async () => {
    const body = person({ phone: '303-555-0142', message: 'Do you have yoga?' });
    expect(await signUp(body)).toMatchObject(thanks);
    const [contact] = await contactsWith(body.email);
    expect(contact).toMatchObject({
      firstName: 'Alex',
      homeLocationId: gym.locationId,
      tags: ['website'],
      phone: '3035550142',
    });
    expect(await notesOf(contact.id)).toEqual([`Signed up on ${page}\nDo you have yoga?`]);
    const { entries } = (await admin.get(`/activity?recordType=contact&recordId=${contact.id}`)).body;
    expect(entries.map((entry: { action: string; actor: object }) => [entry.action, entry.actor])).toEqual([
      ['contact.note-added', expect.objectContaining({ type: 'api_key', name: 'Website' })],
      ['contact.created', expect.objectContaining({ type: 'api_key', name: 'Website' })],
    ]);
  });

  test('answers the same for a known address, changes nothing of the contact and notes what was typed', async () => {
    const id = await builders(server, gym).contact({ email: 'known@member.test', first_name: 'Casey' });
    const before = (await admin.get(`/contacts/${id}`)).body.contact;
    const again = await signUp(person({ firstName: 'Mallory', email: 'KNOWN@member.test', phone: '303-555-0143' }));
    const fresh = await signUp(person());
    expect(again).toMatchObject(thanks);
    expect([again.body, Object.keys(again.headers)]).toEqual([fresh.body, Object.keys(fresh.headers)]);
    expect((await admin.get(`/contacts/${id}`)).body.contact).toEqual(before);
    expect(await notesOf(id)).toEqual([`Signed up again on ${page} as Mallory Kim, 3035550143`]);
  });

  test('of one address at the same time makes one contact, and all are thanked', async () => {
    const body = person();
    const answers = await Promise.all([1, 2, 3].map(() => signUp(body)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const contacts = await contactsWith(body.email);
    expect(contacts).toHaveLength(1);
    expect(await notesOf(contacts[0].id)).toHaveLength(3);
  });

  test('sent again with its key, also at once, writes one note; two with keys of their own are both thanked', async () => {
    const body = person();
    const keyed = (idempotencyKey: string) => signUp(body, caller, { origin: page, 'idempotency-key': idempotencyKey });
    const answers = await Promise.all(['first', 'first', 'second'].map((name) => keyed(`${name} ${body.email}`)));
    answers.push(await keyed(`first ${body.email}`));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const contacts = await contactsWith(body.email);
    expect(contacts).toHaveLength(1);
    expect(await notesOf(contacts[0].id)).toHaveLength(2);
  });

  test('a program that fills in the hidden field is thanked, and nothing is written', async () => {
    const body = person({ website: 'https://spam.test' });
    expect(await signUp(body)).toMatchObject(thanks);
    expect(await contactsWith(body.email)).toEqual([]);
  });

  test.each([
    ['no name', { firstName: '' }, 'firstName'],
    ['no email address', { email: 'nobody' }, 'email'],
    ['a message that is too long', { message: 'x'.repeat(1_001) }, 'message'],
    ['a name with NUL', { lastName: 'K\0' }, 'lastName'],
    ['tags of one’s own', { tags: ['vip'] }, 'tags'],
    ['an external id', { externalId: 'x' }, 'externalId'],
  ])('%s is refused', async (_what, change, field) => {
    const { status, body } = await signUp(person(change));
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });

  test('a body of more than 16 KB is refused unread', async () => {
    expect((await signUp(person({ message: 'x'.repeat(17_000) }))).status).toBe(413);
  });

  test('the location is one of the key’s, and must be named when there are several', async () => {
    const many = await publishable();
    expect((await signUp(person(), many.caller)).body.errors).toEqual({ locationId: 'Location is required' });
    const body = person({ locationId: gym.otherLocationId });
    expect((await signUp(body, many.caller)).status).toBe(202);
    expect((await contactsWith(body.email))[0].homeLocationId).toBe(gym.otherLocationId);
    expect((await signUp(person({ locationId: gym.otherLocationId }))).status).toBe(404);
    expect((await signUp(person({ locationId: rival.locationId }), many.caller)).status).toBe(404);
  });
});

describe('the key', () => {
  test('begins with spot_pub_ and needs pages, and no scopes', async () => {
    expect(key).toMatch(/^spot_pub_[0-9A-Za-z]{38}$/);
    const make = async (change: object) =>
      (
        await admin.post('/api-keys', {
          body: { companyId: gym.companyId, name: 'Website', kind: 'publishable', origins: [page], ...change },
        })
      ).body.errors;
    expect(await make({ origins: [] })).toEqual({ origins: 'Enter the pages that have the form' });
    expect(await make({ scopes: ['contacts:read'] })).toEqual({ scopes: 'A publishable key has no scopes' });
    expect(await make({ kind: 'public' })).toEqual({ kind: 'Kind must be secret or publishable' });
    expect(await make({ kind: 'secret' })).toEqual({ scopes: 'Choose what the key may do' });
  });

  test('works on its pages only; a browser is told so before it sends', async () => {
    expect((await signUp(person(), caller, { origin: 'https://other.test' })).status).toBe(403);
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/sign-ups',
      headers: { origin: page, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers['access-control-allow-origin']).toBe(page);
    expect((await signUp(person())).headers['access-control-allow-origin']).toBe(page);
  });

  test('opens no other route of the description', async () => {
    const { paths } = (await server.anonymous.get('/openapi.json')).body as {
      paths: Record<string, Record<string, { 'x-access': string }>>;
    };
    const opened: string[] = [];
    let tried = 0;
    for (const [path, verbs] of Object.entries(paths)) {
      for (const [method, { 'x-access': access }] of Object.entries(verbs)) {
        if (access === 'public') continue;
        tried += 1;
        server.advance({ seconds: 1 });
        const url = path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, gym.companyId);
        const { status, body } = await caller[method as keyof Caller](url, { headers: { origin: page } });
        if (status !== 403 || body.message !== 'A publishable key only signs people up')
          opened.push(`${method} ${path}`);
      }
    }
    expect(opened).toEqual(['post /api/sign-ups']);
    expect(tried).toBeGreaterThan(200);
  });

  test('nothing else opens the sign-up: no token, no person, no secret key', async () => {
    expect((await signUp(person(), server.anonymous)).status).toBe(401);
    for (const by of Object.values(gym.by)) expect((await signUp(person(), by)).status).toBe(403);
    const secret = await createApiKey(server, gym, ['contacts:write', 'all:read']);
    expect((await signUp(person(), secret.caller)).status).toBe(403);
    const forged = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    expect((await signUp(person(), server.withKey(forged))).status).toBe(401);
  });

  test('ends when it is revoked or expires', async () => {
    const revoked = await publishable({ locationIds: [gym.locationId] });
    expect((await signUp(person(), revoked.caller)).status).toBe(202);
    await admin.delete(`/api-keys/${revoked.id}`);
    expect((await signUp(person(), revoked.caller)).status).toBe(401);
    const expiresAt = new Date(server.clock.now.getTime() + 30_000).toISOString();
    const brief = await publishable({ locationIds: [gym.locationId], expiresAt });
    expect((await signUp(person(), brief.caller)).status).toBe(401);
  });
});

describe('limits', () => {
  test('of one network address, of one email address, and of one key', async () => {
    server.advance({ hours: 1 });
    const same = person();
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await signUp(same)).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
    server.advance({ hours: 1 });
    const many = await Promise.all(
      Array.from({ length: 25 }, async () => (await caller.post('/sign-ups', { body: person() })).status),
    );
    expect(many.filter((status) => status === 202)).toHaveLength(20);
    const refused = await caller.post('/sign-ups', { body: person() });
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  });
});
