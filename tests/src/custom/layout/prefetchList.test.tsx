import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The screens' own chunks, so that no test waits for one.
import '#src/resources/contacts/ContactList.tsx';
import '#src/resources/agreements/AgreementList.tsx';
import { aContact, aPage } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const lists = {
  'GET /contacts': () => ({ contacts: [{ contact: aContact({ firstName: 'Maya', lastName: 'Okafor' }), homeLocation: null }], pagination: aPage(1) }),
  'GET /agreements': () => ({ agreements: [], pagination: aPage(0) }),
};

const entry = async (name: string) => within(await screen.findByRole('navigation', { name: 'Main' })).findByRole('link', { name });

test.each([
  ['Contacts', '/contacts', 'Maya Okafor'],
  ['Agreements', '/agreements', 'No agreements found'],
])('Pointing at %s asks for its list once, and opening it shows what came without asking again', async (label, path, row) => {
  const { user, api } = renderConsole('/training', lists);
  const asked = () => api.to(`GET ${path}`).length;
  await screen.findByRole('button', { name: /^Location: / });
  await user.hover(await entry(label));
  await waitFor(() => expect(asked()).toBe(1));
  await user.click(await entry(label));
  expect(await within(screen.getByRole('main')).findByText(row)).toBeVisible();
  expect(asked()).toBe(1);
});
