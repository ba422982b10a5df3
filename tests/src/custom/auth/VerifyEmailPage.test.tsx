import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { later, lostOnce, respond } from '#tests/support/consoleApi.ts';
import { renderAuth } from '#tests/support/render.tsx';

test('Verify e-mail reads the token and verifies automatically once', async () => {
  const verified = later<unknown>();
  const { api } = renderAuth('/verify-email?token=abc', { 'GET /auth/verify-email/abc': () => verified.promise });
  expect(await screen.findByText('Verifying your email...')).toBeVisible();
  verified.settle({ message: 'ok' });
  expect(await screen.findByText('Email verified')).toBeVisible();
  expect(api.calls).toHaveLength(1);
});

test('Verify e-mail: after a lost answer it says that it may have been done', async () => {
  renderAuth('/verify-email?token=abc', { 'GET /auth/verify-email/abc': lostOnce(() => ({ message: 'ok' })) });
  const mayBeDone = 'The connection was lost. Your email may have been verified already';
  expect(await screen.findByRole('alert')).toHaveTextContent(mayBeDone);
});

test("Verify e-mail on failure shows 'Email verification failed' plus the message, and 'Try Signing In'", async () => {
  renderAuth('/verify-email?token=abc', {
    'GET /auth/verify-email/abc': () => respond(400, { message: 'The link has expired' }),
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Email verification failed');
  expect(alert).toHaveTextContent('The link has expired');
  expect(screen.getByRole('link', { name: 'Try Signing In' })).toHaveAttribute('href', '/login');
});

test("Verify e-mail without a token gives 'No verification token provided' and why", async () => {
  const { api } = renderAuth('/verify-email');
  expect(await screen.findByText('No verification token provided')).toBeVisible();
  expect(screen.getByText('The verification link appears to be invalid or incomplete.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Try Signing In' })).toBeVisible();
  expect(api.calls).toHaveLength(0);
});
