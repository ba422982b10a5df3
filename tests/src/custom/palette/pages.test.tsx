import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/custom/palette/PaletteDialog.tsx';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const nothing = {
  'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
  'GET /memberships': () => ({ memberships: [], pagination: createPage(0) }),
  'GET /sales-items': () => ({ salesItems: [], pagination: createPage(0) }),
  'GET /invoices': () => ({ invoices: [], pagination: createPage(0) }),
};

const opened = async (place: Parameters<typeof renderConsole>[2] = {}) => {
  const rendered = renderConsole('/training', nothing, place);
  await screen.findByRole('heading', { level: 1 });
  await rendered.user.keyboard('{Control>}k{/Control}');
  return { ...rendered, field: await screen.findByRole('combobox', { name: 'Search' }) };
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');

test.each([
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
])('what is typed finds what others call it: %s', async (text, label) => {
  const { user, field } = await opened();
  await user.type(field, text);
  expect(options()).toContain(label);
});

test('what is called so comes before what only has it among its other names', async () => {
  const { user, field } = await opened();
  await user.type(field, 'members');
  expect(options().slice(0, 3)).toEqual(['Add Membership', 'Cancel membership…', 'Sell membership…']);
  expect(options().indexOf('Memberships')).toBeLessThan(options().indexOf('Contacts'));
});

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
    expect(options()).toEqual([]);
  }
});
