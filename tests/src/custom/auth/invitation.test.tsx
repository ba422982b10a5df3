import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readSession } from '#src/authProvider/session.ts';
import { lostOnce, respond } from '#tests/support/consoleApi.ts';
import { createUser, ironPeak } from '#tests/support/records.ts';
import { renderAuth } from '#tests/support/render.tsx';

const path = '/invitation?token=abc';
const invitation = (needsPassword: boolean) => ({
  'GET /invitations/abc': () => ({ company: ironPeak, email: 'rosa@example.test', firstName: 'Rosa', needsPassword }),
});
const accepted = { 'POST /invitations/abc': () => ({ token: 'a-token', user: createUser('operator') }) };

test('a new person chooses a password, is signed in, and the token has left the address bar', async () => {
  const { api, user, onSignedIn } = renderAuth(path, { ...invitation(true), ...accepted });
  expect(await screen.findByRole('heading', { name: 'Join Iron Peak Fitness' })).toBeVisible();
  expect(window.location.search).toBe('');
  await user.type(screen.getByLabelText('Password'), 'a long walk home');
  await user.type(screen.getByLabelText('Confirm password'), 'another');
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match');
  await user.clear(screen.getByLabelText('Confirm password'));
  await user.type(screen.getByLabelText('Confirm password'), 'a long walk home');
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(api.to('POST /invitations/abc')[0]?.body).toEqual({ password: 'a long walk home' });
  expect(readSession()?.token).toBe('a-token');
});

test('somebody with an account confirms without a password', async () => {
  const { api, user, onSignedIn } = renderAuth(path, { ...invitation(false), ...accepted });
  await user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(api.to('POST /invitations/abc')[0]?.body).toEqual({});
});

test.each([
  [path, 'This invitation is no longer valid.'],
  ['/invitation', 'The invitation link is incomplete.'],
])('%s without a good link says so and leads to the sign-in page', async (opened, text) => {
  renderAuth(opened, {
    'GET /invitations/abc': () => respond(404, { message: 'This invitation is no longer valid.' }),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
});

test('an acceptance whose answer was lost may have happened, and leads to the sign-in page', async () => {
  const { user } = renderAuth(path, {
    ...invitation(false),
    'POST /invitations/abc': lostOnce(() => respond(404, { message: 'This invitation is no longer valid.' })),
  });
  await user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The connection was lost. The invitation may have been accepted already: sign in, or try again.',
  );
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
});
