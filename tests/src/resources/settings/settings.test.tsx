import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Level } from '#domain/shared/access.ts';
import { someSettings } from '#tests/support/companies.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildLocation, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { setWidth } from '#tests/support/width.ts';
import '#src/resources/settings/SettingsPage.tsx';

const path = `/companies/${ironPeak.id}/settings`;
const settings = someSettings({ receipts: { legalName: 'Iron Peak LLC', taxId: null, footer: null } });
const open = (at: string, put: () => unknown = () => ({ settings, message: 'Settings saved' }), account: object = {}) =>
  renderScreen(at, { [`GET ${path}`]: () => ({ settings }), [`PUT ${path}`]: put }, { account });

test('the sections are read with their rules in words', async () => {
  open('/settings');
  const memberships = within(await screen.findByRole('region', { name: 'Memberships' }));
  for (const text of ['0 days', '3 days', '7 days', '90 days', '120 days', 'None'])
    expect(memberships.getByText(text)).toBeVisible();
  const payments = within(screen.getByRole('region', { name: 'Payments' }));
  for (const text of ['After 1, 3, 6, 13 days', 'Bank transfer, Check']) expect(payments.getByText(text)).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Receipts' })).getByText('Iron Peak LLC')).toBeVisible();
  const checkins = within(screen.getByRole('region', { name: 'Check-in' }));
  expect(checkins.getByText('120 minutes')).toBeVisible();
  expect(checkins.getByText('Warn About Unsigned Agreements').nextElementSibling).toHaveTextContent('Yes');
});

test('the setup’s step for receipts leads to the legal name, the page’s own edit to the top', async () => {
  open('/settings/edit#receipts');
  expect(await screen.findByLabelText(/Legal Name/)).toHaveFocus();
  cleanup();
  open('/settings/edit');
  expect(await screen.findByLabelText(/Legal Name/)).not.toHaveFocus();
});

test('a company’s admin changes them; retries are put in order', async () => {
  const { api, user } = open('/settings');
  await user.click(await screen.findByRole('link', { name: 'Edit' }));
  const notice = await screen.findByLabelText(/Cancellation Notice/);
  await user.clear(notice);
  await user.type(notice, '30');
  await user.type(screen.getByLabelText('Failed Card Retries'), '2{Enter}');
  await user.type(screen.getByLabelText('Other Payment Methods'), 'Wire{Enter}');
  await user.click(screen.getByRole('switch', { name: 'Warn About Unsigned Agreements' }));
  await user.click(screen.getByRole('combobox', { name: /^Pass Sharing/ }));
  await user.click(await screen.findByRole('option', { name: 'Refuse a second entry' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Settings saved')).toBeVisible();
  expect(window.location.pathname).toBe('/settings');
  expect(api.to(`PUT ${path}`)[0]?.body).toMatchObject({
    memberships: { cancellationNoticeDays: 30, graceDays: 3 },
    payments: { retryDays: [1, 2, 3, 6, 13], otherMethods: ['Bank transfer', 'Check', 'Wire'] },
    checkins: { warnUnsigned: false, reentry: 'refuse' },
    updatedAt: settings.updatedAt,
  });
});

test('a value out of bounds is reported under its field and not sent; so is a refusal of the server', async () => {
  const message = 'The longest freeze cannot be shorter than the shortest';
  const { api, user } = open('/settings/edit', () =>
    respond(400, { message, errors: { 'memberships.freezeMaxDays': message } }),
  );
  const grace = await screen.findByLabelText(/Grace Period After/);
  await user.clear(grace);
  await user.type(grace, '31');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Grace period must be 0 to 30 days')).toBeVisible();
  expect(api.to(`PUT ${path}`)).toEqual([]);
  await user.clear(grace);
  await user.type(grace, '3');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByLabelText(/Longest Freeze/)).toHaveAccessibleDescription(expect.stringContaining(message));
});

test('when somebody else saved first, the form stays and says so', async () => {
  const { user } = open('/settings/edit', () => respond(409, { message: 'This was changed by someone else' }));
  await user.type(await screen.findByLabelText('Tax ID'), '84-1234567');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(/This was changed by someone else\. Your changes are still here/)).toBeVisible();
});

test('settings that cannot be loaded are not to be edited, and the other pages stay in reach', async () => {
  renderScreen('/settings', { [`GET ${path}`]: () => respond(503, { message: 'The database does not answer.' }) });
  expect(await screen.findByText('The database does not answer.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Activity Log' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('on a phone the logs, keys and exports are in one menu beside Edit', async () => {
  setWidth(390);
  const { user } = open('/settings');
  await user.click(await screen.findByRole('button', { name: 'More about settings' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Activity Log',
    'API Keys',
    'Webhooks',
    'Export',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Webhooks' }));
  expect(window.location.pathname).toBe('/settings/webhooks');
});

test('an admin of one location reads them and finds no way to change them', async () => {
  const grant = { location: buildLocation(), company: ironPeak, accessLevel: 'admin' };
  const routes = {
    'GET /locations': () => ({ companyLocations: [], directLocationAccess: [grant] }),
    [`GET ${path}`]: () => ({ settings }),
  };
  renderScreen('/settings/edit', routes, { account: { userCompanies: [{ company: ironPeak, role: 'staff' }] } });
  expect(await screen.findByText(/A company admin can change them\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test.each<Level>(['manager', 'operator', 'point_of_sale'])(
  '%s reads why it is not available, and nothing is asked',
  async (level) => {
    const { api } = renderScreen('/settings', {}, { level });
    expect(await screen.findByRole('heading', { name: 'Settings is not available' })).toBeVisible();
    expect(api.to(`GET ${path}`)).toEqual([]);
  },
);

test('a search finds settings by their names, and a section by its title', async () => {
  const { user } = open('/settings');
  const field = await screen.findByRole('searchbox', { name: 'Search settings' });
  const sections = () => screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent);
  await user.type(field, 'freeze longest');
  expect(screen.getByText('Longest Freeze')).toBeVisible();
  expect(screen.queryByText('Shortest Freeze')).toBeNull();
  expect(sections()).toContain('Memberships');
  expect(sections()).not.toContain('Payments');
  await user.clear(field);
  await user.type(field, 'refund');
  expect(sections()).toContain('Emails to Members');
  await user.clear(field);
  await user.type(field, 'dragons');
  expect(await screen.findByRole('heading', { name: 'No setting found' })).toBeVisible();
});
