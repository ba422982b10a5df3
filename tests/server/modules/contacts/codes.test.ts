import { describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);

const createMember = async () => {
  const contactId = await make.contact({ first_name: 'Maya', last_name: 'Okafor' });
  await make.contactMembership(contactId);
  return contactId;
};
const read = async (contactId: string) => (await gym.by.operator.get(`/contacts/${contactId}/code`)).body.code;
const replace = async (contactId: string) => (await gym.by.operator.post(`/contacts/${contactId}/code`)).body.code;
const checkIn = (code: unknown, change: object = {}) =>
  gym.by.operator.post('/checkins', { body: { code, locationId: gym.locationId, ...change } });

describe('the code of a contact', () => {
  test('is made when it is read first: 12 letters and digits that nobody mistakes, and stays', async () => {
    const contactId = await createMember();
    const code = await read(contactId);
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);
    expect(await read(contactId)).toBe(code);
    expect(await read(await createMember())).not.toBe(code);
  });

  test('comes with a QR code and a bar code of it, which differ from those of another', async () => {
    const { body: mine } = await gym.by.operator.get(`/contacts/${await createMember()}/code`);
    const { body: other } = await gym.by.operator.get(`/contacts/${await createMember()}/code`);
    for (const image of ['qr', 'barcode']) {
      expect(mine[image]).toMatch(/^<svg .*<\/svg>\s*$/s);
      expect(mine[image]).not.toBe(other[image]);
    }
  });

  test('is one, however many read it at once', async () => {
    const contactId = await createMember();
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => read(contactId)))).size).toBe(1);
  });

  test('is replaced, and the old one ends', async () => {
    const contactId = await createMember();
    const old = await read(contactId);
    const { status, body } = await gym.by.manager.post(`/contacts/${contactId}/code`);
    expect(status).toBe(201);
    expect(body.code).not.toBe(old);
    expect(await read(contactId)).toBe(body.code);
    expect(await checkIn(old)).toMatchObject({ status: 409, body: { message: 'This code was replaced by a new one' } });
    expect((await checkIn(body.code)).status).toBe(201);
  });

  test('is one after it was replaced at many desks at once', async () => {
    const contactId = await createMember();
    const made = await Promise.all(Array.from({ length: 6 }, () => replace(contactId)));
    expect(new Set(made).size).toBe(6);
    const statuses = await Promise.all(made.map(async (code) => (await checkIn(code)).status));
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('is neither in the activity log nor in the log of the server', async () => {
    const contactId = await createMember();
    const codes = [await read(contactId), await replace(contactId)];
    await checkIn(codes[1]);
    await gym.by.operator.get(`/contacts?search=${codes[1]}`);
    const { body } = await gym.by.admin.get(`/activity?companyId=${gym.companyId}`);
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['contact.code-created', 'contact.code-replaced']),
    );
    for (const code of codes) expect(JSON.stringify(body) + server.logged.join('\n')).not.toContain(code);
  });

  test('is nobody else’s: another company, the till and an anonymous caller do not get it', async () => {
    const contactId = await createMember();
    for (const call of ['get', 'post'] as const) {
      expect((await rival.by.admin[call](`/contacts/${contactId}/code`)).status).toBe(404);
      expect((await gym.by.point_of_sale[call](`/contacts/${contactId}/code`)).status).toBe(403);
      expect((await server.anonymous[call](`/contacts/${contactId}/code`)).status).toBe(401);
      expect((await gym.by.admin[call]('/contacts/nonsense/code')).status).toBe(404);
    }
  });
});

describe('a check-in by code', () => {
  test('checks the member in at the front desk', async () => {
    const contactId = await createMember();
    const { status, body } = await checkIn(await read(contactId));
    expect(status).toBe(201);
    expect(body.checkin).toMatchObject({ contactId, doorId: 'Front Desk', accessGranted: true });
  });

  test.each([
    ['lower case', (code: string) => code.toLowerCase()],
    ['spaces and hyphens', (code: string) => `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`],
  ])('reads it with %s', async (_how, typed) => {
    expect((await checkIn(typed(await read(await createMember())))).status).toBe(201);
  });

  test('denies like any other', async () => {
    const contactId = await make.contact();
    expect(await checkIn(await read(contactId))).toMatchObject({
      status: 403,
      body: { message: 'No membership found for this contact', checkin: { contactId } },
    });
  });

  const nobodys = ['ABCDEFGHJK29', 'ABCDEFGHJKMN', 'short', '0O1IL0O1IL0O', `'; drop table contact_codes; --`];
  test.each([...nobodys, 'A'.repeat(5_000), ' ', '\0'])('a code that nobody has is 404: %s', async (code) =>
    expect(await checkIn(code)).toMatchObject({ status: 404, body: { message: 'No member has this code' } }),
  );

  test('of another company, or of a deleted contact, is one that nobody has', async () => {
    const contactId = await builders(server, rival).contact();
    const theirs = (await rival.by.admin.get(`/contacts/${contactId}/code`)).body.code;
    expect((await checkIn(theirs)).status).toBe(404);
    const own = await make.contact();
    const code = await read(own);
    await gym.by.admin.delete(`/contacts/${own}`);
    expect((await checkIn(code)).status).toBe(404);
  });

  test.each([
    ['neither a contact nor a code', {}],
    ['both', { code: 'ABCDEFGHJKMN', contactId: '01900000-0000-7000-8000-00000000abcd' }],
    ['an empty code', { code: '' }],
    ['a number', { code: 12 }],
  ])('with %s is 400', async (_case, body) => {
    const { status } = await gym.by.operator.post('/checkins', { body: { locationId: gym.locationId, ...body } });
    expect(status).toBe(400);
  });
});

describe('every customer search finds a whole code', () => {
  const find = async (search: string, query = '') => {
    const { body } = await gym.by.operator.get(
      `/contacts?locationId=${gym.locationId}&search=${encodeURIComponent(search)}${query}`,
    );
    return body.contacts.map(({ contact }: { contact: { id: string } }) => contact.id);
  };

  test('and none by a part of it, by a replaced one or by another company’s', async () => {
    const contactId = await createMember();
    const old = await read(contactId);
    expect(await find(old)).toEqual([contactId]);
    expect(await find(old.toLowerCase(), '&includeVisitors=true')).toEqual([contactId]);
    expect(await find(old.slice(0, 11))).toEqual([]);
    await replace(contactId);
    expect(await find(old)).toEqual([]);
    const theirs = await builders(server, rival).contact();
    expect(await find((await rival.by.admin.get(`/contacts/${theirs}/code`)).body.code)).toEqual([]);
  });
});
