import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { ListContextProvider, type ListControllerResult } from 'react-admin';
import { expect, test } from 'vitest';
import '#src/resources/contacts/ContactList.tsx';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildContact, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { AllCheckbox } from '#src/ui/lists/Selection.tsx';
import { unplug } from '#tests/support/unplug.ts';
import { setWidth } from '#tests/support/width.ts';

const people = ['Ann', 'Ben', 'Cid', 'Dan'].map((firstName, index) =>
  buildContact({ firstName, lastName: 'Oakley', tags: index === 0 ? ['Morning'] : [] }),
);

/** Two of them cannot be deleted. */
const refusal = 'This contact cannot be deleted yet. A membership runs.';

async function openContacts(level: 'admin' | 'operator' = 'admin', routes: Routes = {}) {
  const deleted = new Set<string>();
  const listed = () => people.filter(({ id }) => !deleted.has(id));
  const opened = renderScreen(
    '/contacts',
    {
      'GET /contacts': () => ({
        contacts: listed().map((contact) => ({ contact, homeLocation: null })),
        pagination: createPage(listed().length),
      }),
      'GET /contacts/tags': () => ({ tags: [{ name: 'VIP', contacts: 3 }] }),
      ...Object.fromEntries(
        people.flatMap((contact, index) => [
          [`PUT /contacts/${contact.id}`, () => ({ message: 'Contact updated', contact })],
          [
            `DELETE /contacts/${contact.id}`,
            () =>
              index < 2
                ? deleted.add(contact.id) && { message: 'Contact deleted' }
                : respond(409, { message: refusal }),
          ],
        ]),
      ),
      ...routes,
    },
    { level },
  );
  await screen.findByText('Ann Oakley');
  return opened;
}
const box = (name: string) => screen.getByRole('checkbox', { name });
const selected = () =>
  screen
    .getAllByRole('checkbox', { name: /^Select .* Oakley$/ })
    .map((one) => (one as HTMLInputElement).checked)
    .map(Number)
    .join('');

test('rows are selected one by one, with Shift up to the next, and all at once; a row does not open by it', async () => {
  const { user } = await openContacts();
  expect(screen.queryByRole('toolbar', { name: 'Selected contacts' })).toBeNull();
  await user.click(box('Select Ben Oakley'));
  expect(selected()).toBe('0100');
  fireEvent.click(box('Select Dan Oakley'), { shiftKey: true });
  expect(selected()).toBe('0111');
  expect(await screen.findByRole('toolbar', { name: 'Selected contacts' })).toHaveTextContent('3 selected');
  expect(box('Select all rows')).toBePartiallyChecked();
  await user.click(box('Select all rows'));
  expect(selected()).toBe('1111');
  await user.click(box('Select all rows'));
  expect(selected()).toBe('0000');
  expect(window.location.pathname).toBe('/contacts');
});

test('another order unselects: what is selected is in sight', async () => {
  const { user } = await openContacts();
  await user.click(box('Select Ben Oakley'));
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected contacts' })).toBeNull());
});

test('a selected row that somebody else has deleted counts as no other', () => {
  const list = { data: [{ id: 'ann' }], selectedIds: ['gone'] } as unknown as ListControllerResult;
  render(
    <ListContextProvider value={list}>
      <AllCheckbox />
    </ListContextProvider>,
  );
  expect(box('Select all rows')).not.toBeChecked();
  expect(box('Select all rows')).not.toBePartiallyChecked();
});

test('Back unselects too', async () => {
  const { user } = await openContacts();
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(window.location.search).toContain('firstName'));
  await user.click(box('Select Ben Oakley'));
  expect(selected()).toBe('0100');
  window.history.back();
  await waitFor(() => expect(window.location.search).not.toContain('firstName'));
  await waitFor(() => expect(selected()).toBe('0000'));
  expect(box('Select all rows')).not.toBePartiallyChecked();
});

test('one contact that refuses the tags keeps no other from getting them, and stays selected with its name', async () => {
  const { user, api } = await openContacts('admin', {
    [`PUT /contacts/${people[1]?.id}`]: () => respond(409, { message: 'Someone else has changed this' }),
  });
  await user.click(box('Select all rows'));
  await user.click(await screen.findByRole('button', { name: 'Add tags' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add tags to 4 Contacts' }));
  await user.type(dialog.getByRole('combobox', { name: 'Tags' }), 'vip{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Add tags' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Ben Oakley: Someone else has changed this');
  expect(screen.getByText('Tags added to 3 contacts')).toBeVisible();
  expect(people.map(({ id }) => api.to(`PUT /contacts/${id}`).length)).toEqual([1, 1, 1, 1]);
  expect(await screen.findByRole('dialog', { name: 'Add tags to 1 Contact' })).toBeVisible();
});

test('tags are added to the selected contacts, beside those that they have', async () => {
  const { user, api } = await openContacts();
  await user.click(box('Select Ann Oakley'));
  await user.click(box('Select Cid Oakley'));
  await user.click(await screen.findByRole('button', { name: 'Add tags' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add tags to 2 Contacts' }));
  await user.click(dialog.getByRole('button', { name: 'Add tags' }));
  expect(await dialog.findByText('At least one tag')).toBeVisible();
  await user.type(dialog.getByRole('combobox', { name: 'Tags' }), 'vip{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Add tags' }));
  expect(await screen.findByText('Tags added to 2 contacts')).toBeVisible();
  const sent = people.map(({ id }) =>
    api.to(`PUT /contacts/${id}`).map(({ body }) => (body as { tags: string[] }).tags),
  );
  expect(sent).toEqual([[['Morning', 'VIP']], [], [['VIP']], []]);
  expect(selected()).toBe('0000');
});

test('tags that were refused are told in the dialog, and are still there', async () => {
  const { user } = await openContacts('admin', {
    [`PUT /contacts/${people[0]?.id}`]: () => respond(500, { message: 'The database is busy' }),
  });
  await user.click(box('Select Ann Oakley'));
  await user.click(await screen.findByRole('button', { name: 'Add tags' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add tags to 1 Contact' }));
  await user.type(dialog.getByRole('combobox', { name: 'Tags' }), 'vip{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Add tags' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('The database is busy');
  expect(dialog.getByRole('button', { name: 'VIP' })).toBeVisible();
});

test('the selected contacts are deleted, and who cannot be deleted yet stays selected with the reason', async () => {
  const { user } = await openContacts();
  await user.click(box('Select Ann Oakley'));
  await user.click(box('Select Cid Oakley'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Delete 2 Contacts?' }));
  await user.click(asked.getByRole('button', { name: 'Delete 2 Contacts' }));
  const dialog = within(await screen.findByRole('dialog', { name: '1 Contact Not Deleted' }));
  expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual([`Cid Oakley${refusal}`]);
  expect(screen.getByText('1 contact deleted')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('Ann Oakley')).toBeNull());
  expect(selected()).toBe('010');
});

test('a selected contact that is gone already, as after a lost response, counts as deleted', async () => {
  const { user } = await openContacts('admin', {
    [`DELETE /contacts/${people[0]?.id}`]: () => respond(404, { message: 'Contact not found' }),
  });
  await user.click(box('Select Ann Oakley'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Delete 1 Contact?' }));
  await user.click(asked.getByRole('button', { name: 'Delete 1 Contact' }));
  expect(await screen.findByText('1 contact deleted')).toBeVisible();
});

test('a contact whose deletion was not answered is not called undeleted', async () => {
  const { user } = await openContacts('admin', {
    [`DELETE /contacts/${people[0]?.id}`]: () => respond(504, '<html>', 'Gateway Time-out'),
  });
  await user.click(box('Select Ann Oakley'));
  await user.click(box('Select Cid Oakley'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Delete 2 Contacts?' }));
  await user.click(asked.getByRole('button', { name: 'Delete 2 Contacts' }));
  const dialog = within(await screen.findByRole('dialog', { name: '2 Contacts to Check' }));
  expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Ann OakleyHTTP 504: Gateway Time-out. This may have been done already. Check, or try again.',
    `Cid Oakley${refusal}`,
  ]);
});

test('a contact whose deletion was not sent is not deleted', async () => {
  const { user } = await openContacts('admin', {
    [`DELETE /contacts/${people[0]?.id}`]: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  await user.click(box('Select Ann Oakley'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Delete 1 Contact?' }));
  unplug();
  await user.click(asked.getByRole('button', { name: 'Delete 1 Contact' }));
  const dialog = within(await screen.findByRole('dialog', { name: '1 Contact Not Deleted' }));
  expect(dialog.getByRole('listitem')).toHaveTextContent('Ann OakleyYou are offline.');
});

test('only who may delete a contact is offered to delete several', async () => {
  const { user } = await openContacts('operator');
  await user.click(box('Select Ann Oakley'));
  expect(await screen.findByRole('button', { name: 'Add tags' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('on a phone the filters and the order are in one sheet', async () => {
  setWidth(390);
  const { user, api } = await openContacts();
  expect(screen.queryByRole('combobox', { name: /^Status filter: / })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filters and order' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters and order' }));
  await user.click(sheet.getByRole('combobox', { name: /^Sort by: / }));
  await user.click(screen.getByRole('option', { name: 'Created, oldest first' }));
  await waitFor(() => expect(api.to('GET /contacts').at(-1)?.query.get('sortOrder')).toBe('asc'));
  await user.click(sheet.getByRole('combobox', { name: /^Member filter: / }));
  await user.click(screen.getByRole('option', { name: 'Members' }));
  await user.click(await sheet.findByRole('button', { name: 'Show 4' }));
  expect(await screen.findByRole('button', { name: 'Filters and order, 1 in use' })).toBeVisible();
});
