import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expireSession } from '#src/authProvider/session.ts';
import { later, respond } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';
import { renderAuth } from '#tests/support/render.tsx';

const button = (name: string) => screen.getByRole('button', { name });

test('Login: e-mail and password, and on success it continues', async () => {
  const signedIn = later<unknown>();
  const { user, onSignedIn } = renderAuth('/login', { 'POST /auth/login': () => signedIn.promise });
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
  expect(screen.getByLabelText('Email')).toBeRequired();
  expect(screen.getByLabelText('Password')).toBeRequired();
  await user.type(screen.getByLabelText('Email'), 'sam@example.test');
  await user.type(screen.getByLabelText('Password'), 'demo-password{Enter}');
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
  signedIn.settle({ token: 't', user: createUser('admin') });
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});

test.each([
  [401, 'Invalid email or password'],
  [403, 'Please verify your email address before signing in'],
  [429, 'Too many attempts'],
])('Login refused with %i says: %s', async (status, message) => {
  const { user, onSignedIn } = renderAuth('/login', { 'POST /auth/login': () => respond(status, { message }) });
  await user.type(screen.getByLabelText('Email'), 'sam@example.test');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.click(button('Sign In'));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('A person who has to sign in again is told why, once per tab', async () => {
  expireSession();
  const { unmount } = renderAuth('/login');
  expect(screen.getByRole('alert')).toHaveTextContent('Your session has expired. Please log in again.');
  unmount();
  renderAuth('/login');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('Login has a link to /forgot-password, and Forgot password one back to sign in', async () => {
  const { user } = renderAuth('/login');
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(window.location.pathname).toBe('/forgot-password');
  await user.click(await screen.findByRole('link', { name: 'Back to sign in' }));
  expect(window.location.pathname).toBe('/login');
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('The password can be shown', async () => {
  const { user } = renderAuth('/login');
  await user.click(button('Show password'));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});
