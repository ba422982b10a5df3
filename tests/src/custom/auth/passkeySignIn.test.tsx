import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readSession } from '#src/authProvider/session.ts';
// Its own chunk, so that no test waits for it.
import '#src/authProvider/passkeys.ts';
import { browserPasskeys, requestOptions } from '#tests/support/browserPasskeys.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';
import { renderAuth } from '#tests/support/render.tsx';

afterEach(() => vi.unstubAllGlobals());

const press = { name: 'Use a passkey' };

test('a passkey signs in without an address, a password and a code', async () => {
  const { get } = browserPasskeys();
  const { user, api, onSignedIn } = renderAuth('/login', {
    'POST /auth/passkey/options': requestOptions,
    'POST /auth/passkey': () => ({ token: 'a-token', user: createUser('admin') }),
  });
  await user.click(screen.getByRole('button', press));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(get.mock.calls[0]?.[0].publicKey).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(api.to('POST /auth/passkey')[0]?.body).toMatchObject({
    id: 'YQ',
    type: 'public-key',
    response: { signature: 'cw', userHandle: 'dQ' },
  });
  expect(readSession()?.token).toBe('a-token');
});

test.each([
  ['NotAllowedError', 'No passkey was used. Try again, or sign in with your password.'],
  ['SecurityError', 'Passkeys work at localhost only. Open Spotter there.'],
])('after %s it says what to do, and the password still signs in', async (failure, message) => {
  browserPasskeys(failure);
  const { user, onSignedIn } = renderAuth('/login', { 'POST /auth/passkey/options': requestOptions });
  await user.click(screen.getByRole('button', press));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('a refusal of the server is shown', async () => {
  browserPasskeys();
  const { user } = renderAuth('/login', {
    'POST /auth/passkey/options': requestOptions,
    'POST /auth/passkey': () => respond(401, { message: 'This passkey does not sign in' }),
  });
  await user.click(screen.getByRole('button', press));
  expect(await screen.findByRole('alert')).toHaveTextContent('This passkey does not sign in');
  expect(readSession()).toBeNull();
});

test('a browser without support for passkeys is not offered one', () => {
  renderAuth('/login');
  expect(screen.queryByRole('button', press)).not.toBeInTheDocument();
});
