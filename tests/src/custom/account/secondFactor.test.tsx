import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// The screens' own chunks, so that no test waits for one.
import '#src/custom/account/AccountPage.tsx';
import '#src/custom/account/RequiredSecondFactor.tsx';
import '#src/custom/account/SecondFactorDialog.tsx';
import { visuallyHidden } from '#src/ui/dom.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { isTabHeld, leaveFor } from '#tests/support/leaving.ts';
import { toDraftKey } from '#src/authProvider/drafts.ts';
import { readSession } from '#src/authProvider/session.ts';
import { renderScreen } from '#tests/support/render.tsx';

const off = { isOn: false, turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false };
const on = { isOn: true, turnedOnAt: '2026-01-05T22:04:00.000Z', recoveryCodesLeft: 2, isRequired: true };
const key = {
  key: 'ABCDEFGH234567AB',
  uri: 'otpauth://totp/Spotter:sam%40example.test?issuer=Spotter&secret=ABCDEFGH234567AB',
  qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
};
const recoveryCodes = ['AAAA-BBBB-CCCC-2222', 'DDDD-EEEE-FFFF-3333'];
const wrong = 'This code is wrong or has already been used. Wait for the next one and try again.';

const open = (factor: object, routes: Routes = {}) =>
  renderScreen('/account', {
    'GET /account/sessions': () => ({ sessions: [] }),
    'GET /account/passkeys': () => ({ passkeys: [] }),
    'GET /account/second-factor': () => ({ secondFactor: factor }),
    'GET /account/emails': () => ({ emails: { zReports: false } }),
    'POST /account/second-factor': () => key,
    ...routes,
  });
const enterPassword = async (user: ReturnType<typeof open>['user']) =>
  user.type(
    await screen.findByLabelText(/^Password/, { selector: '[role=dialog] input, main input' }),
    'my password{Enter}',
  );
const dialog = () => within(screen.getByRole('dialog'));

test('turning it on shows the key to scan or to type, and after the first code the recovery codes', async () => {
  const { api, user } = open(off, {
    'POST /account/second-factor/confirmation': () => ({ recoveryCodes, message: 'On' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Turn On' }));
  await enterPassword(user);
  expect(await screen.findByRole('dialog', { name: 'Turn on two-step verification' })).toBeVisible();
  expect(await dialog().findByRole('img', { name: 'QR code of the key' })).toBeVisible();
  expect(api.to('POST /account/second-factor')[0]?.body).toEqual({ password: 'my password' });
  expect(dialog().getByText('ABCD EFGH 2345 67AB')).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Copy key' }));
  expect(await dialog().findByText('Copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('ABCDEFGH234567AB');
  const code = dialog().getByRole('textbox', { name: /Code/ });
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAttribute('inputmode', 'numeric');
  await user.type(code, '123456{Enter}');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes);
  expect(api.to('POST /account/second-factor/confirmation')[0]?.body).toEqual({ code: '123456' });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'));
  await user.keyboard('{Escape}');
  expect(list).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I saved them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the recovery codes can be printed alone', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = open(off, { 'POST /account/second-factor/confirmation': () => ({ recoveryCodes, message: 'On' }) });
  await user.click(await screen.findByRole('button', { name: 'Turn On' }));
  await enterPassword(user);
  await user.type(await screen.findByRole('textbox', { name: /Code/ }), '123456{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector('body > .recovery-codes')).toHaveTextContent('AAAA-BBBB-CCCC-2222');
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(document.querySelector('body > .recovery-codes')).toBeNull());
});

test('a wrong code is shown once, under its field, which keeps the focus, also while it is corrected', async () => {
  const { user } = open(off, {
    'POST /account/second-factor/confirmation': () => respond(400, { message: wrong, errors: { code: wrong } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Turn On' }));
  await enterPassword(user);
  await user.type(await screen.findByRole('textbox', { name: /Code/ }), '000000{Enter}');
  await waitFor(() => expect(dialog().getByRole('textbox', { name: /Code/ })).toBeInvalid());
  expect(dialog().getByRole('textbox', { name: /Code/ })).toHaveFocus();
  expect(dialog().getByRole('alert')).toHaveTextContent(wrong);
  expect(dialog().getByRole('alert')).toHaveStyle(visuallyHidden);
  await user.keyboard('{Backspace}1');
  expect(dialog().getByRole('textbox', { name: /Code/ })).toBeValid();
  expect(dialog().getByRole('alert')).toHaveStyle(visuallyHidden);
});

test('if the answer with the recovery codes is lost, it says how to get new ones, and the next code shows them', async () => {
  let factor: object = off;
  const { user } = open(off, {
    'GET /account/second-factor': () => ({ secondFactor: factor }),
    'POST /account/second-factor/confirmation': ({ body }) => {
      factor = on;
      if ((body as { code: string }).code === '654321') return { recoveryCodes, message: 'On' };
      throw new TypeError('Failed to fetch');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Turn On' }));
  await enterPassword(user);
  await user.type(await screen.findByRole('textbox', { name: /Code/ }), '123456{Enter}');
  expect(await dialog().findByRole('alert')).toHaveTextContent(
    'The connection was lost. Wait for the next code in your app, and try again with it.',
  );
  expect(await screen.findByText(/2 recovery codes left/)).toBeInTheDocument();
  const code = dialog().getByRole('textbox', { name: /Code/ });
  await user.clear(code);
  await user.type(code, '654321{Enter}');
  expect(await screen.findByText('AAAA-BBBB-CCCC-2222')).toBeVisible();
});

test('leaving the page while the recovery codes are shown asks first', async () => {
  const { user } = open(off, { 'POST /account/second-factor/confirmation': () => ({ recoveryCodes, message: 'On' }) });
  await user.click(await screen.findByRole('button', { name: 'Turn On' }));
  await enterPassword(user);
  await user.type(await screen.findByRole('textbox', { name: /Code/ }), '123456{Enter}');
  await screen.findByText('AAAA-BBBB-CCCC-2222');
  expect(isTabHeld()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'I saved them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(isTabHeld()).toBe(false);
});

test('while it is on, it says since when, how many recovery codes are left, and that the company requires it', async () => {
  open(on);
  expect(await screen.findByText(/2 recovery codes left\. Your company requires this for admins\./)).toHaveTextContent(
    'Since Jan 5, 2026.',
  );
  expect(screen.queryByRole('button', { name: 'Turn On' })).not.toBeInTheDocument();
});

test('turning it off that is refused after the page was left is told in a message', async () => {
  const answer = later();
  const { user } = open(on, { 'DELETE /account/second-factor': () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await enterPassword(user);
  await user.type(dialog().getByRole('textbox', { name: /Code/ }), '123456{Enter}');
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Cancel' })).toBeDisabled());
  leaveFor('/users');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  answer.settle(respond(400, { message: wrong }));
  expect(await screen.findByText(`Not done: ${wrong}`)).toBeVisible();
});

test('turning it off asks for the password and a code', async () => {
  const { api, user } = open(on, {
    'DELETE /account/second-factor': () => ({ message: 'Two-step verification is off.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await user.type(await screen.findByLabelText(/^Password/, { selector: '[role=dialog] input' }), 'my password');
  await user.click(dialog().getByRole('button', { name: 'Turn off' }));
  expect(await dialog().findByText('Code is required')).toBeVisible();
  await user.type(dialog().getByRole('textbox', { name: /Code/ }), '123456{Enter}');
  expect(await screen.findByText('Two-step verification is off.')).toBeVisible();
  expect(api.to('DELETE /account/second-factor')[0]?.body).toEqual({ password: 'my password', code: '123456' });
});

test('a call that is refused without one opens the page that turns it on', async () => {
  const replace = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { ...window.location, pathname: '/dashboard', replace });
  renderScreen('/dashboard', {
    'GET /locations': () => respond(403, { message: 'Turn it on', secondFactor: 'required' }),
  });
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/second-factor'));
  vi.unstubAllGlobals();
});

test('that page turns it on, and otherwise only offers to sign out', async () => {
  const refused = () => respond(403, { message: 'Turn it on', secondFactor: 'required' });
  const { user } = renderScreen('/second-factor', {
    'GET /locations': refused,
    'GET /account/passkeys': () => ({ passkeys: [] }),
    'POST /account/second-factor': () => key,
    'POST /account/second-factor/confirmation': () => ({ recoveryCodes, message: 'On' }),
  });
  expect(await screen.findByRole('heading', { name: 'Turn on two-step verification' })).toBeVisible();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Begin' }));
  await enterPassword(user);
  await user.type(await screen.findByRole('textbox', { name: /Code/ }), '123456{Enter}');
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign Out' })).not.toBeInTheDocument();
});

test('signing out on that page deletes what was kept of a form', async () => {
  const { user } = renderScreen('/second-factor', {
    'GET /locations': () => respond(403, { message: 'Turn it on', secondFactor: 'required' }),
    'GET /account/passkeys': () => ({ passkeys: [] }),
    'POST /auth/logout': () => ({ message: 'Bye' }),
  });
  const signOut = await screen.findByRole('button', { name: 'Sign Out' });
  const own = toDraftKey(readSession()?.user.id, 'a member');
  sessionStorage.setItem(own, '{}');
  await user.click(signOut);
  await waitFor(() => expect(sessionStorage.getItem(own)).toBeNull());
});

test('that page asks before it is left while recovery codes are on their way or shown, and opens the dashboard once they are saved', async () => {
  let answer: (codes: object) => void = () => undefined;
  const { user } = renderScreen('/second-factor', {
    'GET /locations': () => respond(403, { message: 'Turn it on', secondFactor: 'required' }),
    'GET /account/passkeys': () => ({ passkeys: [] }),
    'POST /account/second-factor': () => key,
    'POST /account/second-factor/confirmation': () => new Promise<object>((resolve) => (answer = resolve)),
  });
  await user.click(await screen.findByRole('button', { name: 'Begin' }));
  await enterPassword(user);
  const code = await screen.findByRole('textbox', { name: /Code/ });
  expect(isTabHeld()).toBe(false);
  await user.type(code, '123456{Enter}');
  await waitFor(() => expect(isTabHeld()).toBe(true));
  answer({ recoveryCodes, message: 'On' });
  await screen.findByRole('list', { name: 'Recovery codes' });
  expect(isTabHeld()).toBe(true);
  const replace = vi.fn<(url: string) => void>(() => expect(isTabHeld()).toBe(false));
  vi.stubGlobal('location', { ...window.location, replace });
  await user.click(screen.getByRole('button', { name: 'I saved them' }));
  expect(replace).toHaveBeenCalledWith('/dashboard');
  vi.unstubAllGlobals();
});

test('the dialog stays open until the recovery codes have come', async () => {
  const answer = later();
  const { user } = open(off, { 'POST /account/second-factor/confirmation': () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Turn On' }));
  await enterPassword(user);
  await user.type(await screen.findByRole('textbox', { name: /Code/ }), '123456{Enter}');
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Cancel' })).toBeDisabled());
  await user.keyboard('{Escape}');
  answer.settle({ recoveryCodes, message: 'On' });
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
});

test('the question whether to turn it off stays open until the answer has come, and then says what was refused', async () => {
  const answer = later();
  const { user } = open(on, { 'DELETE /account/second-factor': () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await enterPassword(user);
  await user.type(dialog().getByRole('textbox', { name: /Code/ }), '123456{Enter}');
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Cancel' })).toBeDisabled());
  await user.keyboard('{Escape}');
  answer.settle(respond(403, { message: 'Your company requires it' }));
  expect(await screen.findByText('Your company requires it')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
