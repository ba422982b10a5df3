import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import type { ContactNote } from '#domain/contacts/notesContract.ts';
import { levels, type Level } from '#domain/shared/access.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);

const add = (contactId: string, text: string, by: Level = 'operator') =>
  gym.by[by].post(`/contacts/${contactId}/notes`, { body: { text } });
const list = async (contactId: string, by: Level = 'operator'): Promise<ContactNote[]> =>
  (await gym.by[by].get(`/contacts/${contactId}/notes`)).body.notes;

test('a note has its time and author, and the newest comes first', async () => {
  const contactId = await make.contact();
  const first = await add(contactId, '  Bad knee  ');
  server.advance({ minutes: 1 });
  await add(contactId, 'Wants a locker', 'manager');
  expect(first).toMatchObject({
    status: 201,
    body: {
      message: 'Note added',
      note: { text: 'Bad knee', author: { id: gym.users.operator.id, name: 'Sam operator' } },
    },
  });
  const notes = await list(contactId);
  expect(notes.map(({ text, author }) => [text, author.name])).toEqual([
    ['Wants a locker', 'Sam manager'],
    ['Bad knee', 'Sam operator'],
  ]);
  expect(notes[0]?.createdAt).toBe(server.clock.now.toISOString());
});

test('the notes of the contact’s record stay apart', async () => {
  const contactId = await make.contact({ notes: 'Prefers mornings' });
  await add(contactId, 'Bad knee');
  expect((await gym.by.operator.get(`/contacts/${contactId}`)).body.contact.notes).toBe('Prefers mornings');
  expect(await list(contactId)).toHaveLength(1);
});

test.each(levels)('levels that work with contacts read and add: %s', async (level) => {
  const contactId = await make.contact();
  const isAllowed = level !== 'point_of_sale';
  expect((await add(contactId, 'Hello', level)).status).toBe(isAllowed ? 201 : 403);
  expect((await gym.by[level].get(`/contacts/${contactId}/notes`)).status).toBe(isAllowed ? 200 : 403);
});

test.each([
  ['operator', 'operator', 200],
  ['operator', 'manager', 200],
  ['operator', 'admin', 200],
  ['manager', 'operator', 403],
  ['admin', 'operator', 403],
  ['manager', 'point_of_sale', 403],
] as const)('a note of an %s deleted by %s is %i', async (author, by, status) => {
  const contactId = await make.contact();
  const { note } = (await add(contactId, 'Hello', author)).body;
  const mayDelete = by === 'point_of_sale' ? undefined : (await list(contactId, by))[0]?.mayDelete;
  expect(mayDelete ?? false).toBe(status === 200);
  expect((await gym.by[by].delete(`/contacts/${contactId}/notes/${note.id}`)).status).toBe(status);
  expect(await list(contactId)).toHaveLength(status === 200 ? 0 : 1);
});

test('somebody who works at another location reads the notes of a contact, and adds none', async () => {
  const contactId = await make.contact({ home_location_id: gym.otherLocationId });
  await add(contactId, 'Hello', 'admin');
  expect(await list(contactId)).toMatchObject([{ text: 'Hello', mayDelete: false }]);
  expect((await add(contactId, 'Hello')).status).toBe(403);
});

test('another company’s contact and note are not found, nor is a note of another contact', async () => {
  const contactId = await make.contact();
  const { note } = (await add(contactId, 'Hello')).body;
  const theirs = await builders(server, rival).contact();
  const statuses = await Promise.all([
    rival.by.admin.get(`/contacts/${contactId}/notes`),
    rival.by.admin.post(`/contacts/${contactId}/notes`, { body: { text: 'Hello' } }),
    rival.by.admin.delete(`/contacts/${contactId}/notes/${note.id}`),
    rival.by.admin.delete(`/contacts/${theirs}/notes/${note.id}`),
    gym.by.admin.delete(`/contacts/${await make.contact()}/notes/${note.id}`),
    gym.by.admin.delete(`/contacts/${contactId}/notes/${uuid()}`),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await list(contactId)).toHaveLength(1);
});

test('they are deleted with a contact that leaves nothing behind', async () => {
  const contactId = await make.contact();
  await add(contactId, 'Hello');
  expect((await gym.by.manager.delete(`/contacts/${contactId}`)).status).toBe(200);
  const rows = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('contact_notes').select('id').where('contact_id', '=', contactId).execute(),
  );
  expect(rows).toEqual([]);
});
