import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { capitalize } from '#domain/shared/capitalize.ts';
import '#src/custom/palette/PaletteDialog.tsx';
import { later, type Routes } from '#tests/support/consoleApi.ts';
import { buildContact, buildLocation, createPage } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const nothing = {
  'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
  'GET /memberships': () => ({ memberships: [], pagination: createPage(0) }),
  'GET /sales-items': () => ({ salesItems: [], pagination: createPage(0) }),
  'GET /invoices': () => ({ invoices: [], pagination: createPage(0) }),
};

const opened = async ({ routes, ...place }: { routes?: Routes } & Parameters<typeof renderConsole>[2] = {}) => {
  const rendered = renderConsole('/training', { ...nothing, ...routes }, place);
  await screen.findByRole('heading', { level: 1 });
  await rendered.user.keyboard('{Control>}k{/Control}');
  return { ...rendered, field: await screen.findByRole('combobox', { name: 'Search' }) };
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');

test('what is typed finds what others call it', async () => {
  const { user, field } = await opened();
  for (const [text, label] of [
    ['owes', 'Who owes'],
    ['unpaid', 'Reports: Outstanding'],
    ['revenue last month', 'Reports: Last month'],
    ['invite', 'Invite User'],
    ['import', 'Import contacts'],
    ['low stock', 'Low stock'],
    ['kiosk', 'Devices'],
    ['opening', 'Access Hours'],
    ['tax rate', 'Location'],
    ['freeze fee', 'Settings'],
    ['stripe keys', 'Stripe Integration'],
    ['audit', 'Activity Log'],
    ['api', 'API Keys'],
    ['backup', 'Settings'],
    ['password', 'Your account'],
    ['waivers', 'Agreements'],
    ['staff', 'Users'],
  ] as const) {
    await user.clear(field);
    await user.type(field, text);
    await waitFor(() => expect([text, options()]).toEqual([text, expect.arrayContaining([label])]));
  }
});

test.each(['grace', 'bill', 'price'])(
  'a person who is called so comes before a page with that among its other names: %s',
  async (text) => {
    const people = later<unknown>();
    const { user, field } = await opened({ routes: { 'GET /contacts': () => people.promise } });
    await user.type(field, text);
    expect(await screen.findByText('Searching...')).toBeVisible();
    expect(options()).toEqual([]);
    const contact = buildContact({ firstName: capitalize(text), lastName: 'Okafor' });
    people.settle({ contacts: [{ contact, homeLocation: null }], pagination: createPage(1) });
    await waitFor(() => expect(options().length).toBeGreaterThan(1));
    expect(options()[0]).toContain(`${capitalize(text)} Okafor`);
    expect(within(screen.getByRole('group', { name: 'Related Pages' })).getAllByRole('option')).not.toEqual([]);
  },
);

test('a filtered list opens with its filter', async () => {
  const { user, field } = await opened();
  await user.type(field, 'low stock{Enter}');
  expect(window.location.pathname).toBe('/sales-items');
  expect(new URLSearchParams(window.location.search).get('filter')).toBe('{"stock":"low"}');
});

test('an admin at a location who is none of the company is not offered what only those may open', async () => {
  const { user, field } = await opened({
    level: 'manager',
    locations: [{ location: buildLocation(), level: 'admin' }],
  });
  await user.type(field, 'activity');
  expect(options()).toEqual(['Activity Log']);
  for (const text of ['api keys', 'webhooks', 'export data']) {
    await user.clear(field);
    await user.type(field, text);
    expect(await screen.findByText('Nothing found')).toBeVisible();
  }
});
