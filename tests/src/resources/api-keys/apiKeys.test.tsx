import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ApiKey } from '#domain/api-keys/contract.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildLocation, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import '#src/resources/api-keys/ApiKeysPage.tsx';
import '#src/resources/api-keys/KeyShownDialog.tsx';
import '#src/resources/api-keys/NewApiKeyDialog.tsx';

const location = buildLocation();
const key = `spot_live_${'a'.repeat(38)}`;
const apiKey: ApiKey = {
  id: '01900000-0000-7000-8000-0000000000a1',
  companyId: ironPeak.id,
  name: 'Website form',
  kind: 'secret',
  start: 'spot_live_aaaa',
  scopes: ['contacts:write', 'all:read'],
  locationIds: null,
  origins: [],
  expiresAt: '2020-03-01T12:00:00.000Z',
  lastUsedAt: null,
  lastUsedAddress: null,
  createdAt: '2020-02-01T12:00:00.000Z',
  createdBy: { id: '01900000-0000-7000-8000-0000000000a2', name: 'Dana Whitfield' },
};

const open = (apiKeys: ApiKey[], routes: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen('/settings/api', { 'GET /api-keys': () => ({ apiKeys }), ...routes }, { locations: [location] });

test('a key is listed with what it may do, where, when it was used and by whom it was made', async () => {
  open([
    apiKey,
    {
      ...apiKey,
      id: '01900000-0000-7000-8000-0000000000a3',
      name: 'Door',
      scopes: ['checkins:write', 'contacts:list'],
      locationIds: [location.id],
      expiresAt: null,
      lastUsedAt: '2020-02-03T12:00:00.000Z',
      lastUsedAddress: '203.0.113.9',
    },
  ]);
  const form = await screen.findByRole('row', { name: /Website form/ });
  for (const text of [
    'Website form',
    'spot_live_aaaa…',
    'Reads everything. Changes contacts.',
    'All',
    'Dana Whitfield',
  ])
    expect(within(form).getByText(text)).toBeVisible();
  expect(form).toHaveTextContent('Expired Mar 1, 2020');
  const door = screen.getByRole('row', { name: /Door/ });
  expect(door).toHaveTextContent('Reads contacts. Changes check-ins.');
  expect(door).toHaveTextContent('from 203.0.113.9');
  expect(within(door).getByText(location.name)).toBeVisible();
});

test('without a key the page says what keys are for, with a first call', async () => {
  open([]);
  expect(await screen.findByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  expect(screen.getByLabelText('Example')).toHaveTextContent(/curl http.*\/api\/me .*Authorization: Bearer spot_live_/);
});

test('a new key is shown once, and can be copied', async () => {
  const { api, user } = open([], { 'POST /api-keys': () => respond(201, { apiKey, key, message: 'API key created' }) });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  expect(await dialog.findByText('Name is required')).toBeVisible();
  expect(dialog.getByText('Choose what the key may do')).toBeVisible();
  await user.type(dialog.getByLabelText(/Name/), 'Website form');
  const contacts = within(dialog.getByRole('group', { name: 'Contacts' }));
  await user.click(contacts.getByRole('checkbox', { name: 'Add and change' }));
  for (const included of ['Read everything about them', 'List names, email addresses and phone numbers']) {
    expect(contacts.getByRole('checkbox', { name: included })).toBeChecked();
    expect(contacts.getByRole('checkbox', { name: included })).toBeDisabled();
  }
  await user.type(dialog.getByLabelText(/Web pages/), 'www.gym.test');
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  expect(await dialog.findByText(/Enter an origin/)).toBeVisible();
  await user.clear(dialog.getByLabelText(/Web pages/));
  await user.type(dialog.getByLabelText(/Web pages/), 'https://www.gym.test{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Website form is ready' }));
  expect(shown.getByLabelText('API key')).toHaveTextContent(key);
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  expect(await shown.findByText('Copied')).toBeVisible();
  expect(copied).toHaveBeenCalledWith(key);
  const [sent] = api.to('POST /api-keys');
  expect(sent?.body).toMatchObject({
    companyId: ironPeak.id,
    name: 'Website form',
    scopes: ['contacts:write'],
    locationIds: null,
    origins: ['https://www.gym.test'],
  });
  expect(sent?.headers.has('idempotency-key')).toBe(false);
  await user.click(shown.getByRole('button', { name: 'I saved it' }));
  expect(screen.queryByText(key)).not.toBeInTheDocument();
});

test('a key for some locations needs one of them', async () => {
  const { api, user } = open([], { 'POST /api-keys': () => respond(201, { apiKey, key, message: 'API key created' }) });
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await user.type(dialog.getByLabelText(/Name/), 'Door');
  await user.click(dialog.getByRole('combobox', { name: /Locations/ }));
  await user.click(await screen.findByRole('option', { name: 'Some locations' }));
  await user.click(dialog.getByRole('checkbox', { name: /Read everything but/ }));
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  expect(await dialog.findByText('Choose at least one location')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: location.name }));
  await user.click(dialog.getByRole('combobox', { name: /Expires/ }));
  await user.click(await screen.findByRole('option', { name: 'Never' }));
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  expect(await screen.findByRole('dialog', { name: 'Website form is ready' })).toBeVisible();
  expect(api.to('POST /api-keys')[0]?.body).toMatchObject({
    scopes: ['all:read'],
    locationIds: [location.id],
    expiresAt: null,
  });
});

test('a refusal of the server is shown in the dialog, which stays', async () => {
  const { user } = open([], {
    'POST /api-keys': () => respond(409, { message: 'A company has at most 100 API keys.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await user.type(dialog.getByLabelText(/Name/), 'Door');
  await user.click(dialog.getByRole('checkbox', { name: /Read everything but/ }));
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  expect(await screen.findByText('A company has at most 100 API keys.')).toBeVisible();
  expect(dialog.getByLabelText(/Name/)).toHaveValue('Door');
});

test('a key is revoked after a question', async () => {
  const { api, user } = open([apiKey], {
    [`DELETE /api-keys/${apiKey.id}`]: () => ({ message: 'API key revoked' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Revoke Website form' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke Website form?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(api.to(`DELETE /api-keys/${apiKey.id}`)).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Revoke Website form' }));
  const again = within(await screen.findByRole('alertdialog', { name: 'Revoke Website form?' }));
  await user.click(again.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('API key revoked')).toBeVisible();
});

test('a list that does not load says so', async () => {
  renderScreen('/settings/api', {
    'GET /api-keys': () => respond(500, { message: 'Something went wrong on our side' }),
  });
  expect(await screen.findByText('Something went wrong on our side')).toBeVisible();
});

test('closing a key that was not copied asks first', async () => {
  const { user } = open([], { 'POST /api-keys': () => respond(201, { apiKey, key, message: 'API key created' }) });
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Door');
  await user.click(dialog.getByRole('checkbox', { name: /Read everything but/ }));
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  await screen.findByRole('dialog', { name: 'Website form is ready' });
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Close without copying?' }));
  await user.click(question.getByRole('button', { name: 'Keep it open' }));
  expect(await screen.findByText(key)).toBeVisible();
});

test('an admin of one location is told who makes keys, and nothing is asked', async () => {
  const grant = { location, company: ironPeak, accessLevel: 'admin' };
  const { api } = renderScreen(
    '/settings/api',
    { 'GET /locations': () => ({ companyLocations: [], directLocationAccess: [grant] }) },
    { account: { userCompanies: [{ company: ironPeak, role: 'staff' }] } },
  );
  expect(await screen.findByRole('heading', { name: 'API keys are for company admins' })).toBeVisible();
  expect(api.to('GET /api-keys')).toEqual([]);
});

test('a key for a website’s form needs its pages and no scopes, and comes with the form', async () => {
  const publicKey = `spot_pub_${'a'.repeat(38)}`;
  const made = { ...apiKey, kind: 'publishable', scopes: ['sign-up'], origins: ['https://www.gym.test'] };
  const { api, user } = open([], {
    'POST /api-keys': () => respond(201, { apiKey: made, key: publicKey, message: 'API key created' }),
  });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Website form');
  await user.click(dialog.getByRole('combobox', { name: /^For/ }));
  await user.click(await screen.findByRole('option', { name: 'The sign-up form of your website' }));
  expect(dialog.queryByText('What the key may do')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  expect(await dialog.findByText('Enter the pages that have the form')).toBeVisible();
  await user.type(dialog.getByLabelText(/Web pages/), 'https://www.gym.test');
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Website form is ready' }));
  expect(api.to('POST /api-keys')[0]?.body).toMatchObject({
    kind: 'publishable',
    scopes: [],
    origins: ['https://www.gym.test'],
  });
  expect(shown.getByText(/Everybody may see this key/)).toBeVisible();
  expect(shown.getByLabelText('Form')).toHaveTextContent(publicKey);
  await user.click(shown.getByRole('button', { name: 'Copy form' }));
  expect(copied).toHaveBeenCalledWith(expect.stringContaining(`Bearer ${publicKey}`));
  expect(await shown.findByText('Copied')).toBeVisible();
});

test('a publishable key is listed with what it is for', async () => {
  open([{ ...apiKey, kind: 'publishable', scopes: ['sign-up'] }]);
  expect(await screen.findByText('Signs people up on a website.')).toBeVisible();
});

const makeKey = async (routes: Parameters<typeof renderScreen>[1], keys: () => ApiKey[] = () => []) => {
  const console = open([], { 'GET /api-keys': () => ({ apiKeys: keys() }), ...routes });
  const { user } = console;
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Website form');
  await user.click(dialog.getByRole('checkbox', { name: /Read everything but/ }));
  await user.click(dialog.getByRole('button', { name: 'Make key' }));
  return { ...console, dialog };
};

const leave = (user: ReturnType<typeof open>['user']) =>
  user.click(screen.getByRole('link', { name: 'Back to Settings', hidden: true }));

test('after a lost answer the dialog says what to do about a key that nobody saw, and the list shows it', async () => {
  let keys: ApiKey[] = [];
  const { dialog } = await makeKey(
    {
      'POST /api-keys': () => {
        keys = [apiKey];
        throw new TypeError('Failed to fetch');
      },
    },
    () => keys,
  );
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'The connection was lost. A key is shown only once. If the key ‘Website form’ is in the list, revoke it and make a new one.',
  );
  expect(await screen.findByText('spot_live_aaaa…')).toBeInTheDocument();
});

test('leaving the page before a new key is shown asks first, and staying shows it', async () => {
  let answer = (_response: unknown) => {};
  const { user } = await makeKey({ 'POST /api-keys': () => new Promise((resolve) => (answer = resolve)) });
  await leave(user);
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave before the key is shown?' }));
  await user.click(question.getByRole('button', { name: 'Stay' }));
  answer(respond(201, { apiKey, key, message: 'API key created' }));
  expect(await screen.findByText(key)).toBeVisible();
});

test('leaving the page of a key that was not copied asks first', async () => {
  const { user } = await makeKey({
    'POST /api-keys': () => respond(201, { apiKey, key, message: 'API key created' }),
  });
  await screen.findByText(key);
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await leave(user);
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without copying?' }));
  await user.click(question.getByRole('button', { name: 'Keep it open' }));
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  await user.click(await screen.findByRole('button', { name: 'Copy' }));
  await screen.findByText('Copied');
  await leave(user);
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(screen.queryByText(key)).not.toBeInTheDocument();
});
