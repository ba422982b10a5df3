import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readSession } from '#src/authProvider/session.ts';
// Its own chunk, so that no test waits for it.
import '#src/custom/auth/CodePage.tsx';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { createUser, ironPeak } from '#tests/support/records.ts';
import { renderAuth } from '#tests/support/render.tsx';

const challenge = () => ({ secondFactor: { token: 'a-challenge', expiresAt: '2026-01-05T22:04:00.000Z' } });
const signedIn = () => ({ token: 'a-token', user: createUser('admin') });
const wrong = 'This code is wrong or has already been used. Wait for the next one and try again.';

const open = async (routes: Routes) => {
  const page = renderAuth('/login', { 'POST /auth/login': challenge, ...routes });
  await page.user.type(screen.getByLabelText('Email'), 'sam@example.test');
  await page.user.type(screen.getByLabelText('Password'), 'demo-password{Enter}');
  expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect(page.onSignedIn).not.toHaveBeenCalled();
  expect(readSession()).toBeNull();
  return page;
};

test('after the password the page asks for the code of the app, and signs in with it', async () => {
  const { user, api, onSignedIn } = await open({ 'POST /auth/second-factor': signedIn });
  const code = screen.getByRole('textbox', { name: 'Code' });
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAttribute('inputmode', 'numeric');
  await user.type(code, '123456{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(api.to('POST /auth/second-factor')[0]?.body).toEqual({ token: 'a-challenge', code: '123456' });
  expect(readSession()?.token).toBe('a-token');
});

test('a wrong code shows an error, and the field is empty and ready for the next one', async () => {
  const { user, onSignedIn } = await open({
    'POST /auth/second-factor': () => respond(401, { message: wrong, errors: { code: wrong } }),
  });
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '000000');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(wrong);
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('');
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveFocus();
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('a recovery code works instead', async () => {
  const { user, api, onSignedIn } = await open({ 'POST /auth/second-factor': signedIn });
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const code = screen.getByRole('textbox', { name: 'Recovery code' });
  expect(code).toHaveFocus();
  await user.type(code, 'AAAA-BBBB-CCCC-2222{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(api.to('POST /auth/second-factor')[0]?.body).toEqual({ token: 'a-challenge', code: 'AAAA-BBBB-CCCC-2222' });
});

test('an expired sign-in returns to the password, with the reason and the typed address', async () => {
  const { user } = await open({
    'POST /auth/second-factor': () => respond(401, { message: 'Your sign-in has expired. Enter your password again.' }),
  });
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Your sign-in has expired. Enter your password again.');
  expect(screen.getByLabelText('Email')).toHaveValue('sam@example.test');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

test('Back to sign in returns without a message', async () => {
  const { user } = await open({});
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an accepted invitation asks for the code too', async () => {
  const { user, onSignedIn } = renderAuth('/invitation?token=abc', {
    'GET /invitations/abc': () => ({
      company: ironPeak,
      email: 'rosa@example.test',
      firstName: 'Rosa',
      needsPassword: false,
    }),
    'POST /invitations/abc': challenge,
    'POST /auth/second-factor': signedIn,
  });
  await user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});
