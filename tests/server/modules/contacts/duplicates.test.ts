import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const make = builders(server, gym);
const person = { first_name: 'Élodie', last_name: 'Marsh', phone: '3035550177', date_of_birth: '1988-06-01' };
const known = await make.contact({ ...person, email: 'elodie@marsh.test' });
await make.contact({ first_name: 'Nobody', last_name: 'Alike' });
await make.contact({ ...person, email: 'gone@marsh.test', archived_at: new Date() });
const rival = await createGym(server);
await builders(server, rival).contact({ ...person, email: 'elodie@marsh.test' });

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
