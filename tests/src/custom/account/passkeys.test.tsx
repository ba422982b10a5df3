import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
// The screens' own chunks, so that no test waits for one.
import '#src/custom/account/AccountPage.tsx';
import '#src/custom/account/PasskeyDialog.tsx';
import '#src/custom/account/RequiredSecondFactor.tsx';
import { browserPasskeys, creationOptions, requestOptions } from '#tests/support/browserPasskeys.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

afterEach(() => vi.unstubAllGlobals());

const phone = { id: 'p1', name: 'Safari on iPhone', addedAt: '2026-01-05T22:04:00.000Z', lastUsedAt: null };
const factor = (isOn: boolean) => ({
  secondFactor: {
    isOn,
    turnedOnAt: isOn ? '2026-01-05T22:04:00.000Z' : null,
    recoveryCodesLeft: 10,
    isRequired: false,
  },
});

const open = (
  { passkeys = [phone], isOn = false }: { passkeys?: object[]; isOn?: boolean } = {},
  routes: Routes = {},
) =>
  renderScreen('/account', {
    'GET /account/sessions': () => ({ sessions: [] }),
    'GET /account/second-factor': () => factor(isOn),
    'GET /account/emails': () => ({ emails: { zReports: false } }),
    'GET /account/passkeys': () => ({ passkeys }),
    'POST /account/passkeys/options': creationOptions,
    ...routes,
  });
const section = async () => within(await screen.findByRole('region', { name: 'Passkeys' }));
const dialog = async () => within(await screen.findByRole('dialog'));
const readPassword = async () => (await dialog()).findByLabelText(/^Password/, { selector: 'input' });

test('passkeys are listed with when they were added and last used', async () => {
  open({
    passkeys: [phone, { ...phone, id: 'p2', name: 'Chrome on Windows', lastUsedAt: '2026-01-06T22:04:00.000Z' }],
  });
  const row = await (await section()).findByRole('row', { name: /Safari on iPhone/ });
  expect(row).toHaveTextContent('Never');
  expect((await section()).getByRole('row', { name: /Chrome on Windows/ })).toHaveTextContent('Jan 6, 2026');
});

test('a browser without support for passkeys cannot add one', async () => {
  open({ passkeys: [] });
  expect(
    await (await section()).findByText('You have no passkey yet, and this browser cannot use one at this address.'),
  ).toBeVisible();
  expect((await section()).queryByRole('button', { name: 'Add passkey' })).not.toBeInTheDocument();
});

test('one is added after the password, by the browser', async () => {
  const { create } = browserPasskeys();
  const { api, user } = open(
    { passkeys: [] },
    { 'POST /account/passkeys': () => respond(201, { passkey: phone, message: 'Passkey added.' }) },
  );
  await user.click(await (await section()).findByRole('button', { name: 'Add passkey' }));
  await user.type(await readPassword(), 'my password{Enter}');
  expect(await screen.findByText('Passkey added.')).toBeVisible();
  expect(api.to('POST /account/passkeys/options')[0]?.body).toEqual({ password: 'my password' });
  expect(create.mock.calls[0]?.[0].publicKey?.rp.name).toBe('Spotter');
  expect(api.to('POST /account/passkeys')[0]?.body).toMatchObject({
    id: 'YQ',
    response: { attestationObject: 'bw', transports: ['internal'] },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('if two-step verification is on, a code is required too', async () => {
  browserPasskeys();
  const { api, user } = open(
    { isOn: true },
    { 'POST /account/passkeys': () => respond(201, { passkey: phone, message: 'Passkey added.' }) },
  );
  await user.click(await (await section()).findByRole('button', { name: 'Add passkey' }));
  await user.type(await readPassword(), 'my password{Enter}');
  expect(await (await dialog()).findByText('Code is required')).toBeVisible();
  await user.type((await dialog()).getByRole('textbox', { name: /Code/ }), '123456{Enter}');
  await waitFor(() =>
    expect(api.to('POST /account/passkeys/options')[0]?.body).toEqual({ password: 'my password', code: '123456' }),
  );
});

test.each([
  ['InvalidStateError', 'This device has a passkey for your account already.'],
  ['NotAllowedError', 'No passkey was added. Please try again.'],
])('after %s the dialog says so and stays', async (failure, message) => {
  browserPasskeys(failure);
  const { api, user } = open();
  await user.click(await (await section()).findByRole('button', { name: 'Add passkey' }));
  await user.type(await readPassword(), 'my password{Enter}');
  expect(await (await dialog()).findByText(message)).toBeVisible();
  expect(api.to('POST /account/passkeys')).toEqual([]);
});

test('one is removed after the password', async () => {
  const { api, user } = open({}, { 'DELETE /account/passkeys/p1': () => ({ message: 'Passkey removed.' }) });
  await user.click(await (await section()).findByRole('button', { name: 'Remove the passkey of Safari on iPhone' }));
  await user.type(await readPassword(), 'my password');
  await user.click((await dialog()).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Passkey removed.')).toBeVisible();
  expect(api.to('DELETE /account/passkeys/p1')[0]?.body).toEqual({ password: 'my password' });
});

const required = (passkeys: object[], routes: Routes = {}) => {
  const replace = vi.fn<(url: string) => void>();
  const page = renderScreen('/second-factor', {
    'GET /locations': () => respond(403, { message: 'Turn it on', secondFactor: 'required' }),
    'GET /account/passkeys': () => ({ passkeys }),
    'GET /account/second-factor': () => factor(false),
    ...routes,
  });
  vi.stubGlobal('location', { ...window.location, pathname: '/second-factor', replace });
  return { ...page, replace };
};

test('if the company requires two-step verification, a passkey is offered instead', async () => {
  browserPasskeys();
  const { user, replace } = required([], {
    'POST /account/passkeys/options': creationOptions,
    'POST /account/passkeys': () => respond(201, { passkey: phone, message: 'Added' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add a passkey instead' }));
  await user.type(await readPassword(), 'my password{Enter}');
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/dashboard'));
});

test('a user with a passkey is asked for it, and for nothing else', async () => {
  browserPasskeys();
  const { user, replace } = required([phone], {
    'POST /auth/passkey/options': requestOptions,
    'POST /auth/passkey': () => ({ token: 'a-new-token', user: createUser('admin') }),
  });
  expect(await screen.findByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Begin' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/dashboard'));
});

test('the dialog of a passkey stays open until the answer has come, and says what was refused', async () => {
  const answer = later();
  const { user } = open({}, { 'DELETE /account/passkeys/p1': () => answer.promise });
  await user.click(await (await section()).findByRole('button', { name: 'Remove the passkey of Safari on iPhone' }));
  await user.type(await readPassword(), 'my password{Enter}');
  await waitFor(async () => expect((await dialog()).getByRole('button', { name: 'Cancel' })).toBeDisabled());
  await user.keyboard('{Escape}');
  answer.settle(respond(403, { message: 'Your company requires a second factor' }));
  expect(await screen.findByText('Your company requires a second factor')).toBeVisible();
});
