import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/resources/contacts/ContactShow.tsx';
import type { ContactNote } from '#domain/contacts/notesContract.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { renderConsole } from '#tests/support/render.tsx';
import { at, maya, opened, tab } from '#tests/support/contactPage.ts';

const createNote = (change: Partial<ContactNote> = {}): ContactNote => ({
  id: '018f0000-0000-7000-8000-00000000e001',
  text: 'Bad knee',
  author: { id: '018f0000-0000-7000-8000-00000000e002', name: 'Dana Whitfield' },
  mayDelete: false,
  createdAt: '2026-01-06T17:00:00.000Z',
  ...change,
});

const withNotes = (notes: readonly ContactNote[], change: Routes = {}): Routes => ({
  [`GET ${at}/notes`]: () => ({ notes }),
  ...change,
});
const rows = async () => within(await screen.findByRole('list', { name: 'Notes' })).getAllByRole('listitem');

test('Notes come first, with author and time; that of the contact’s record is the oldest', async () => {
  opened(at, withNotes([createNote()]));
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    'Bad kneeDana Whitfield · Jan 6, 2026, 10:00 AM',
    'Prefers morningsFrom the contact’s record',
  ]);
  const notes = screen.getByRole('heading', { name: 'Notes' });
  const basic = screen.getByRole('heading', { name: 'Basic Information' });
  expect(notes.compareDocumentPosition(basic)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('Without any it says so', async () => {
  opened(at, withNotes([], { [`GET ${at}`]: () => ({ contact: { ...maya, notes: null }, homeLocation: null }) }));
  expect(await screen.findByText('No notes yet')).toBeVisible();
});

test('A note is added, and the field is empty for the next', async () => {
  const notes: ContactNote[] = [];
  const { user, api } = opened(
    at,
    withNotes(notes, {
      [`POST ${at}/notes`]: ({ body }) => {
        notes.unshift(createNote(body as { text: string }));
        return respond(201, { message: 'Note added', note: notes[0] });
      },
    }),
  );
  const field = await screen.findByRole('textbox', { name: 'New note' });
  expect(screen.queryByRole('button', { name: 'Add note' })).not.toBeInTheDocument();
  await user.type(field, 'Wants a locker ');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(async () => expect((await rows())[0]).toHaveTextContent('Wants a locker'));
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(api.to(`POST ${at}/notes`)[0]?.body).toEqual({ text: 'Wants a locker' });
});

test('What is typed while a note is saved stays', async () => {
  const answer = later<unknown>();
  const { user, api } = opened(at, withNotes([], { [`POST ${at}/notes`]: () => answer.promise }));
  const field = await screen.findByRole('textbox', { name: 'New note' });
  await user.type(field, 'Wants a locker');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await user.clear(field);
  await user.type(field, 'Asked about towels');
  answer.settle(respond(201, { message: 'Note added', note: createNote({ text: 'Wants a locker' }) }));
  await waitFor(() => expect(api.to(`GET ${at}/notes`).length).toBeGreaterThan(1));
  expect(field).toHaveValue('Asked about towels');
});

test('What is typed stays when the note is refused, and while another page is open', async () => {
  const refused = withNotes([], { [`POST ${at}/notes`]: () => respond(503, { message: 'Try again' }) });
  const { user } = opened(at, refused, 'admin', renderConsole);
  const field = async () => screen.findByRole('textbox', { name: 'New note' });
  await user.type(await field(), 'Wants a locker');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText('Try again')).toBeVisible();
  await user.click(await tab('Memberships'));
  await user.click(screen.getByRole('link', { name: 'Check-ins' }));
  expect(screen.queryByRole('textbox', { name: 'New note' })).not.toBeInTheDocument();
  window.history.back();
  await user.click(await tab('Contact Information'));
  expect(await field()).toHaveValue('Wants a locker');
});

test('A note that one may delete is deleted after a question; others have no button', async () => {
  const mine = createNote({ id: 'mine', text: 'Mine', author: { id: 'me', name: 'Sam Rivera' }, mayDelete: true });
  const deleted = later<{ message: string }>();
  const { user, api } = opened(
    at,
    withNotes([mine, createNote()], { [`DELETE ${at}/notes/mine`]: () => deleted.promise }),
  );
  const remove = await screen.findByRole('button', { name: 'Delete note of Sam Rivera' });
  expect(screen.queryByRole('button', { name: 'Delete note of Dana Whitfield' })).not.toBeInTheDocument();
  await user.click(remove);
  expect(api.to(`DELETE ${at}/notes/mine`)).toHaveLength(0);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  // It waits, so that nobody wonders whether it was pressed.
  await waitFor(() => expect(remove).toBeDisabled());
  deleted.settle({ message: 'Note deleted' });
  expect(await screen.findByText('Note deleted')).toBeVisible();
});

test('Only the newest are shown at first', async () => {
  const many = Array.from({ length: 7 }, (_note, index) => createNote({ id: `n${index}`, text: `Note ${index}` }));
  const { user } = opened(at, withNotes(many));
  expect(await rows()).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show 3 older notes' }));
  expect(await rows()).toHaveLength(8);
});

test('A contact that belongs elsewhere is read only', async () => {
  opened(
    at,
    withNotes([createNote()], { [`GET ${at}`]: () => ({ contact: maya, homeLocation: null, mayChange: false }) }),
  );
  expect(await rows()).toHaveLength(2);
  expect(screen.queryByRole('textbox', { name: 'New note' })).not.toBeInTheDocument();
});
