import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/custom/palette/PaletteDialog.tsx';
import '#src/resources/contacts/panel/ContactPanel.tsx';
import type { Routes } from '#tests/support/consoleApi.ts';
import { buildContact, createMemberSummary, createPage } from '#tests/support/records.ts';
import { active, denver, inGroup, lists, opened, phoenix } from './openPalette.ts';

const { membership } = createMemberSummary().summary;
const frank = buildContact({ firstName: 'Frank', lastName: 'Spencer' });
const withFrank: Routes = {
  ...lists,
  'GET /contacts': () => ({
    contacts: [
      {
        contact: frank,
        homeLocation: null,
        memberStatus: {
          membership: membership && { ...membership, name: 'All-Access' },
          lastVisit: null,
          due: 11.03,
          memberStatuses: ['active', 'owing'],
        },
      },
    ],
    pagination: createPage(1),
  }),
};

test.each([
  ['freeze frank', 'Freeze Frank Spencer’s All-Access'],
  ['Pause Frank', 'Freeze Frank Spencer’s All-Access'],
  ['collect from frank', 'Collect $11.03 from Frank Spencer'],
  ['check in frank', 'Check In Frank Spencer'],
  ['refund frank', 'Refund Frank Spencer'],
  ['change plan of frank', 'Change Frank Spencer’s All-Access'],
  ['cancel frank', 'Cancel Frank Spencer’s All-Access'],
  ['sell frank', 'Sell Frank Spencer a Membership'],
  ['note about frank', 'Add note about Frank Spencer'],
])('an action is typed with its contact: %s', async (text, label) => {
  const { user, api, field } = await opened(withFrank);
  await user.type(field, text);
  await waitFor(() =>
    expect(inGroup('For a Contact').map(({ textContent }) => textContent)).toEqual([label + frank.email]),
  );
  expect(active(field)).toContain(label);
  expect(api.to('GET /contacts').at(-1)?.query.get('search')).toBe('frank');
});

test('an action opens the contact’s panel with it, a refund their invoices', async () => {
  const { user, field } = await opened(withFrank);
  await user.type(field, 'freeze frank');
  await screen.findByRole('option', { name: /^Freeze Frank/ });
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(window.history.state).toMatchObject({ usr: { panel: { contactId: frank.id, task: 'freeze' } } }),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'refund frank');
  await screen.findByRole('option', { name: /^Refund Frank/ });
  await user.keyboard('{Enter}');
  expect(window.location.pathname).toBe('/invoices');
  expect(new URLSearchParams(window.location.search).get('filter')).toContain(frank.email);
});

test('choosing an action first asks for the name', async () => {
  const { user, field } = await opened(withFrank);
  await user.type(field, 'freez');
  await user.keyboard('{Enter}');
  expect(field).toHaveValue('Freeze ');
  expect(screen.getByText('Type a name')).toBeVisible();
  await user.type(field, 'frank');
  expect(await screen.findByRole('option', { name: /^Freeze Frank Spencer’s All-Access/ })).toBeVisible();
});

test('what is not possible is not offered: nothing owed, no membership, a frozen one', async () => {
  const without = (memberStatus: object | null) => ({
    ...withFrank,
    'GET /contacts': () => ({
      contacts: [{ contact: frank, homeLocation: null, memberStatus }],
      pagination: createPage(1),
    }),
  });
  const frozen = { ...membership, status: 'suspended', frozenUntil: '2999-01-01' };
  const states = [null, { membership: frozen, lastVisit: null, due: 0, memberStatuses: [] }];
  for (const state of states) {
    const { user, field, unmount } = await opened(without(state));
    for (const text of ['freeze frank', 'collect frank']) {
      await user.clear(field);
      await user.type(field, text);
      expect(await screen.findByText(/^\d found$/)).toBeVisible();
      expect(screen.queryByRole('group', { name: 'For a Contact' })).not.toBeInTheDocument();
    }
    unmount();
  }
});

test('it opens a tab of the reports, and the drawer’s dialogs at the point of sale', async () => {
  const { user, field } = await opened({
    ...lists,
    'GET /drawers': () => ({ drawers: [], lastCounted: null, pagination: createPage(0) }),
  });
  await user.type(field, 'reports sales{Enter}');
  expect(window.location.pathname + window.location.search).toBe('/reports?tab=sales');
  for (const [text, outcome] of [
    ['open drawer', () => screen.findByRole('dialog', { name: 'Open Drawer' })],
    ['close drawer', () => screen.findByText('No drawer is open')],
  ] as const) {
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), `${text}{Enter}`);
    expect(window.location.pathname).toBe('/pos');
    expect(await outcome()).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
});

test('it switches the location, the theme, and signs out', async () => {
  const { user, field } = await opened(
    { ...lists, 'POST /auth/logout': () => ({ message: 'Bye' }) },
    { locations: [denver, phoenix] },
  );
  expect(inGroup('Locations').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Switch location to Iron Peak Phoenix'),
  ]);
  await user.type(field, 'phoenix{Enter}');
  expect(await screen.findByRole('button', { name: 'Location: Iron Peak Phoenix' })).toBeVisible();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'dark{Enter}');
  expect(localStorage.getItem('theme')).toBe('dark');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'sign out{Enter}');
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
});
