import { afterAll, beforeAll, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
let known: string;
beforeAll(async () => {
  server = await testServer();
  gym = await createGym(server);
  const { contact } = builders(server, gym);
  const person = { first_name: 'Élodie', last_name: 'Marsh', phone: '3035550177', date_of_birth: '1988-06-01' };
  known = await contact({ ...person, email: 'elodie@marsh.test' });
  await contact({ first_name: 'Nobody', last_name: 'Alike' });
  await contact({ ...person, email: 'gone@marsh.test', archived_at: new Date() });
  const rival = await createGym(server);
  await builders(server, rival).contact({ ...person, email: 'elodie@marsh.test' });
});
afterAll(() => server.close());

const asked = async (query: Record<string, string>) => {
  const { status, body } = await gym.by.operator.get(
    `/contacts/duplicates?${new URLSearchParams({ locationId: gym.locationId, ...query })}`,
  );
  expect(status).toBe(200);
  return body.duplicates.map(({ contact, reasons }: { contact: { id: string }; reasons: string[] }) => [
    contact.id,
    ...reasons,
  ]);
};

test.each([
  ['the same e-mail in any case', { email: 'ELODIE@marsh.test' }, ['email']],
  ['the same phone however it is written', { phone: '(303) 555-0177' }, ['phone']],
  [
    'the same name and birthday',
    { firstName: 'élodie', lastName: 'MARSH', dateOfBirth: '1988-06-01' },
    ['name_and_birthday'],
  ],
  ['all of it', { email: 'elodie@marsh.test', phone: '3035550177' }, ['email', 'phone']],
])('hints at a contact of the company with %s', async (_case, query, reasons) => {
  expect(await asked(query)).toEqual([[known, ...reasons]]);
});

test.each([
  ['a name alone', { firstName: 'Élodie', lastName: 'Marsh' }],
  ['a birthday alone', { dateOfBirth: '1988-06-01' }],
  ['no phone', { phone: '' }],
  ['nothing', {}],
])('%s is no hint', async (_case, query) => {
  expect(await asked(query as Record<string, string>)).toEqual([]);
});
