import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AuthPages } from '#src/custom/auth/AuthPages.tsx';
import { lostOnce, respond } from '#tests/support/consoleApi.ts';
import { renderAuth } from '#tests/support/render.tsx';
import { render } from '#tests/support/unstyled.tsx';

const button = (name: string) => screen.getByRole('button', { name });

test('Forgot password shows a success panel and a back-to-sign-in link', async () => {
  const { user, api } = renderAuth('/forgot-password', { 'POST /auth/forgot-password': () => ({ message: 'ok' }) });
  await user.type(await screen.findByLabelText('Email'), 'sam@example.test');
  await user.click(button('Send reset link'));
  expect(await screen.findByRole('status')).toHaveTextContent('Check your email');
  // What was asked for is done.
  expect(screen.queryByText(/^Enter your email address/)).toBeNull();
  expect(api.calls[0]?.body).toEqual({ email: 'sam@example.test' });
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/login');
});

test('Reset password reads the token and sends the new password', async () => {
  const { user, api } = renderAuth('/change-password?token=abc', {
    'POST /auth/change-password': () => ({ message: 'ok' }),
  });
  await user.type(await screen.findByLabelText('New password'), 'long-enough');
  await user.type(screen.getByLabelText('Confirm password'), 'long-enough');
  expect(screen.getByText('Choose a new password for your account.')).toBeVisible();
  await user.click(button('Reset password'));
  expect(await screen.findByRole('status')).toHaveTextContent('Your password has been changed');
  expect(screen.queryByText('Choose a new password for your account.')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  expect(api.calls[0]?.body).toEqual({ token: 'abc', newPassword: 'long-enough' });
});

test.each([
  [true, 'If you have lost a device, remove its passkey under Your account.'],
  [false, 'You have been signed out on all other devices.'],
])(
  'after a reset of the password the page says that passkeys still sign in, if there are any: %s',
  async (hasPasskeys, end) => {
    const { user } = renderAuth('/change-password?token=abc', {
      'POST /auth/change-password': () => ({ message: 'ok', hasPasskeys }),
    });
    await user.type(await screen.findByLabelText('New password'), 'long-enough');
    await user.type(screen.getByLabelText('Confirm password'), 'long-enough');
    await user.click(button('Reset password'));
    expect((await screen.findByRole('status')).textContent?.endsWith(end)).toBe(true);
  },
);

test('Reset password: a password that its repetition does not match is not sent', async () => {
  const { user, api } = renderAuth('/change-password?token=abc');
  await user.type(await screen.findByLabelText('New password'), 'long-enough');
  await user.type(screen.getByLabelText('Confirm password'), 'different-one');
  await user.click(button('Reset password'));
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match');
  expect(api.calls).toHaveLength(0);
});

test.each(['/change-password', '/verify-email'])(
  'The token of a link to %s leaves the address bar and is still there after Reload',
  async (path) => {
    const routes = {
      'GET /auth/verify-email/abc': () => ({ message: 'ok' }),
      'POST /auth/change-password': () => ({ message: 'ok' }),
    };
    const { unmount } = renderAuth(`${path}?token=abc`, routes);
    expect(window.location.href).toBe(`http://localhost:3000${path}`);
    unmount();
    // Reload keeps the history entry and its state.
    render(<AuthPages onSignedIn={() => undefined} />);
    expect(screen.queryByText('Invalid or missing reset token')).not.toBeInTheDocument();
    expect(screen.queryByText('No verification token provided')).not.toBeInTheDocument();
  },
);

test("A missing token gives 'Invalid or missing reset token', the submit is disabled, and a new link can be asked for", async () => {
  renderAuth('/change-password');
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or missing reset token');
  expect(button('Reset password')).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password');
});

test('Reset password says why the server refused, and where to ask for a new link', async () => {
  const refuse = () => respond(400, { message: 'This link was used already or has expired' });
  const { user } = renderAuth('/change-password?token=old', { 'POST /auth/change-password': refuse });
  await user.type(await screen.findByLabelText('New password'), 'long-enough');
  expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull();
  await user.type(screen.getByLabelText('Confirm password'), 'long-enough');
  await user.click(button('Reset password'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This link was used already or has expired');
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password');
});

test('A reset whose answer was lost may have been done, and so may the one that is refused after it', async () => {
  const used = { message: 'This link was used already or has expired' };
  const { user, api } = renderAuth('/change-password?token=abc', {
    'POST /auth/change-password': lostOnce(() => respond(400, used)),
  });
  await user.type(screen.getByLabelText('New password'), 'a long walk home');
  await user.type(screen.getByLabelText('Confirm password'), 'a long walk home');
  await user.click(button('Reset password'));
  const mayBeDone = 'Your password may have been changed already: sign in with the new one.';
  expect(await screen.findByRole('alert')).toHaveTextContent(`The connection was lost. ${mayBeDone} Or try again.`);
  expect(screen.getByLabelText('New password')).toHaveValue('a long walk home');
  await user.click(button('Reset password'));
  expect(await screen.findByText(`${used.message}. ${mayBeDone}`)).toBeVisible();
  expect(api.calls).toHaveLength(2);
});

test('A refusal of what was typed, after an answer that was lost, says nothing of a changed password', async () => {
  const refused = { message: 'Validation error', errors: { newPassword: 'Choose another password' } };
  const { user } = renderAuth('/change-password?token=abc', {
    'POST /auth/change-password': lostOnce(() => respond(400, refused)),
  });
  await user.type(screen.getByLabelText('New password'), 'a long walk home');
  await user.type(screen.getByLabelText('Confirm password'), 'a long walk home');
  await user.click(button('Reset password'));
  expect(await screen.findByText(/^The connection was lost\./)).toBeVisible();
  await user.click(button('Reset password'));
  expect(await screen.findByText(refused.message)).toBeVisible();
});
