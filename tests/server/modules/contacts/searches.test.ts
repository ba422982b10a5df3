import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
beforeAll(async () => {
  server = await testServer();
  gym = await createGym(server);
  const make = builders(server, gym);
  const ann = await make.contact({ first_name: 'Ann', phone: '7205550190' });
  const bea = await make.contact({ first_name: 'Bea', phone: '+442079460958' });
  const jose = await make.contact({
    first_name: 'José',
    last_name: 'Øster Groß',
    email: 'chef@énergie.test',
    phone: '303-555-0123 x45',
  });
  const tony = await make.contact({ first_name: 'Anthony', last_name: 'O’Harper', email: 'tony@harpers.test' });
  const item = await make.salesItem({ name: 'Bar', description: 'ÉNERGIE, à boire' });
  await make.salesItem({ name: 'Towel' });
  await make.plan({ name: 'Gold', description: 'Toute l’ÉNERGIE du matin' });
  await make.plan({ name: 'Silver' });
  await gym.by.admin.post('/agreements', {
    body: form({ name: 'Waiver', description: 'ÉNERGIE', companyId: gym.companyId }),
    headers: formHeaders,
  });
  for (const contactId of [ann, bea, jose, tony]) {
    await make.checkin(contactId);
    await gym.by.admin.post('/sales-items/purchase', {
      body: {
        contactId,
        locationId: gym.locationId,
        items: [{ salesItemId: item, quantity: 1 }],
        paymentMethod: 'cash',
      },
    });
  }
  const rival = await createGym(server);
  await builders(server, rival).contact({ first_name: 'Eve', phone: '7205550190' });
});
afterAll(() => server.close());

const boundary = uuid();
const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const form = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--${boundary}--\r\n`;

const asked = encodeURIComponent;
type Named = { firstName?: string; name?: string; email?: string };
const found = async (path: string, list: string, part?: string): Promise<unknown[]> => {
  const { status, body } = await gym.by.admin.get(path);
  expect(status).toBe(200);
  return body[list]
    .map((row: Record<string, Named> & Named) => (part ? row[part] : row))
    .map((one: Named) => one.firstName ?? one.name);
};
const places = {
  'the contacts list': (text: string) =>
    found(`/contacts?locationId=${gym.locationId}&search=${asked(text)}`, 'contacts', 'contact'),
  'all locations’ contacts': (text: string) => found(`/contacts?search=${asked(text)}`, 'contacts', 'contact'),
  'check-in and till': (text: string) =>
    found(`/contacts?locationId=${gym.locationId}&includeVisitors=true&search=${asked(text)}`, 'contacts', 'contact'),
  'the check-ins list': (text: string) =>
    found(`/checkins?locationId=${gym.locationId}&search=${asked(text)}`, 'checkins', 'contact'),
  'the invoices list': (text: string) =>
    found(`/invoices?locationId=${gym.locationId}&search=${asked(text)}`, 'invoices', 'contact'),
};

describe.each(Object.entries(places))('a phone is found as it is shown or dictated: %s', (_place, search) => {
  test.each([
    '(720) 555-0190',
    '555-0190',
    '720-555-0190',
    '+1 720 555 0190',
    '1 (720) 555-0190',
    '720.555.0190',
    '7205550190',
    '(720) 555',
  ])('%s', async (typed) => {
    expect(await search(typed)).toEqual(['Ann']);
  });

  test('of another country too, and a number of nobody finds nobody', async () => {
    expect(await search('+44 20 7946 0958')).toEqual(['Bea']);
    expect(await search('(303) 555-0190')).toEqual([]);
  });
});

describe.each(Object.entries(places))('people are found by what the front desk has: %s', (_place, search) => {
  test.each([
    ['the last name first', "O'Harper, Anthony", 'Anthony'],
    ['without a blank', 'o’harper,anthony', 'Anthony'],
    ['the first name first', 'Anthony O’Harper', 'Anthony'],
    ['parts of both', 'harp ant', 'Anthony'],
    ['without the apostrophe', 'oharper', 'Anthony'],
    ['without it, with the first name', 'Anthony OHarper', 'Anthony'],
    ['what follows the apostrophe', 'harper', 'Anthony'],
    ['the e-mail', 'TONY@harpers.test', 'Anthony'],
    ['a name and an e-mail', 'anthony harpers.test', 'Anthony'],
    ['letters without their accents', 'jose', 'José'],
    ['with them, in capitals', 'JOSÉ', 'José'],
    ['with others', 'Jôsè', 'José'],
    ['letters that are not made of two', 'oster gross', 'José'],
    ['an e-mail without its accents', 'chef@energie', 'José'],
    ['a phone without its extension', '(303) 555-0123', 'José'],
    ['a phone with its extension', '(303) 555-0123 ext. 45', 'José'],
    ['as it is stored', '303-555-0123 x45', 'José'],
    ['a name and a phone', 'ann 555-0190', 'Ann'],
  ])('%s: %s', async (_case, typed, name) => {
    expect(await search(typed)).toEqual([name]);
  });

  test.each(['Harper, Ann Bea', 'jose 555-0190', '303-555-0123 x46', '%', '_', '\\'])(
    'nobody is found by %s',
    async (typed) => {
      expect(await search(typed)).toEqual([]);
    },
  );
});

describe('descriptions are searched case-insensitively, even beyond ASCII', () => {
  test.each(['énergie', 'ÉNERGIE', 'Énergie'])('%s', async (text) => {
    expect(await found(`/sales-items?locationId=${gym.locationId}&search=${asked(text)}`, 'salesItems')).toEqual([
      'Bar',
    ]);
    expect(
      await found(`/memberships?locationId=${gym.locationId}&search=${asked(text)}`, 'memberships', 'membership'),
    ).toEqual(['Gold']);
    expect(await found(`/agreements?locationId=${gym.locationId}&search=${asked(text)}`, 'agreements')).toEqual([
      'Waiver',
    ]);
  });
});

describe('items, plans and agreements are found by words in any order, without accents and apostrophes', () => {
  test.each(['boire bar', 'energie A', 'ENERGIE'])('an item: %s', async (text) => {
    expect(await found(`/sales-items?locationId=${gym.locationId}&search=${asked(text)}`, 'salesItems')).toEqual([
      'Bar',
    ]);
  });
  test.each(['lenergie', 'l’énergie', 'matin gold', "L'Energie du MATIN"])('a plan: %s', async (text) => {
    const path = `/memberships?locationId=${gym.locationId}&search=${asked(text)}`;
    expect(await found(path, 'memberships', 'membership')).toEqual(['Gold']);
  });
  test('an agreement, and not by a part of what was typed', async () => {
    const search = (text: string) =>
      found(`/agreements?locationId=${gym.locationId}&search=${asked(text)}`, 'agreements');
    expect(await search('energie waiver')).toEqual(['Waiver']);
    expect(await search('energie liability')).toEqual([]);
  });
});
