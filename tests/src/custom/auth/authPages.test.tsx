import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expireSession } from '#src/authProvider/session.ts';
import { AuthPages } from '#src/custom/auth/AuthPages.tsx';
import { later, lostOnce, respond } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';
import { renderAuth } from '#tests/support/render.tsx';
import { render } from '#tests/support/unstyled.tsx';

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

test('Setup: a closed link says so and links to Sign In', async () => {
  renderAuth('/setup?token=old', { 'GET /setup': () => ({ open: false }) });
  expect(await screen.findByRole('alert')).toHaveTextContent('This setup link is not valid');
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
});

test('Setup: of two concurrent people the second is told so, with a link to Sign In in place of the form', async () => {
  const { user, onSignedIn } = renderAuth('/setup?token=abc', {
    'GET /setup': () => ({ open: true }),
    'POST /setup': () => respond(409, { message: 'Spotter is already set up' }),
  });
  for (const label of ['First Name', 'Last Name', 'Company Name', 'Location Name'])
    await user.type(await screen.findByLabelText(label), 'Park');
  await user.type(screen.getByLabelText('Email'), 'bo@park.test');
  await user.type(screen.getByLabelText('Password'), 'a long walk home');
  await user.click(button('Set Up'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Spotter is already set up');
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('Setup: sends what was typed, the tax as a fraction, and signs in', async () => {
  const sent: unknown[] = [];
  const { user, onSignedIn } = renderAuth('/setup?token=abc', {
    'GET /setup': () => ({ open: true }),
    'POST /setup': ({ body }) => {
      sent.push(body);
      return respond(201, { token: 't', user: createUser('admin') });
    },
  });
  await user.type(await screen.findByLabelText('First Name'), 'Ada');
  await user.type(screen.getByLabelText('Last Name'), 'Park');
  await user.type(screen.getByLabelText('Email'), 'ada@park.test');
  await user.type(screen.getByLabelText('Password'), 'a long walk home');
  await user.type(screen.getByLabelText('Company Name'), 'Park Street Gym');
  await user.type(screen.getByLabelText('Location Name'), 'Park Street');
  await user.selectOptions(screen.getByLabelText('Timezone'), 'America/Denver');
  await user.selectOptions(screen.getByLabelText('State'), 'Colorado');
  await user.clear(screen.getByLabelText('Sales Tax Rate (%)'));
  await user.type(screen.getByLabelText('Sales Tax Rate (%)'), '8,81');
  await user.click(button('Set Up'));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    {
      token: 'abc',
      firstName: 'Ada',
      lastName: 'Park',
      email: 'ada@park.test',
      password: 'a long walk home',
      companyName: 'Park Street Gym',
      location: {
        name: 'Park Street',
        timezone: 'America/Denver',
        country: 'USA',
        state: 'CO',
        city: '',
        salesTaxRate: 0.0881,
      },
    },
  ]);
});

test.each([
  ['America/Phoenix', 'America/Phoenix'],
  ['Europe/Oslo', 'Europe/Oslo'],
])('Setup: in a browser of %s the time zone proposed is %s', async (zone, proposed) => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const browser = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...options, timeZone: zone });
  renderAuth('/setup?token=abc', { 'GET /setup': () => ({ open: true }) });
  const field = await screen.findByLabelText('Timezone');
  browser.mockRestore();
  expect(field).toHaveValue(proposed);
});

test('Setup: the server’s error is shown under its field', async () => {
  const { user, onSignedIn } = renderAuth('/setup?token=abc', {
    'GET /setup': () => ({ open: true }),
    'POST /setup': () => respond(400, { message: 'Email is invalid', errors: { email: 'Email is invalid' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Set Up' }));
  for (const label of ['First Name', 'Last Name', 'Company Name', 'Location Name'])
    await user.type(screen.getByLabelText(label), 'Park');
  await user.type(screen.getByLabelText('Email'), 'ada@park');
  await user.type(screen.getByLabelText('Password'), 'a long walk home');
  await user.click(button('Set Up'));
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is invalid'));
  expect(onSignedIn).not.toHaveBeenCalled();
});

test.each([
  ['/login', 'Email', {}],
  ['/forgot-password', 'Email', {}],
  ['/change-password?token=a-token', 'New password', {}],
  ['/setup?token=a-token', 'First Name', { 'GET /setup': () => ({ open: true }) }],
  [
    '/invitation?token=a-token',
    'Password',
    {
      'GET /invitations/a-token': () => ({
        company: { id: 'c', name: 'Iron Peak' },
        firstName: 'Sam',
        email: 'sam@example.test',
        needsPassword: true,
      }),
    },
  ],
])('Every public page with a form puts the focus into its first empty field: %s', async (path, label, routes) => {
  renderAuth(path, routes);
  const field = await screen.findByLabelText(label);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('');
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

test('Setup: a lost answer says that it is done only once, and keeps what was typed', async () => {
  const { user } = renderAuth('/setup?token=abc', {
    'GET /setup': () => ({ open: true }),
    'POST /setup': lostOnce(() => respond(409, { message: 'Spotter is already set up' })),
  });
  for (const label of ['First Name', 'Last Name', 'Company Name', 'Location Name'])
    await user.type(await screen.findByLabelText(label), 'Park');
  await user.type(screen.getByLabelText('Email'), 'bo@park.test');
  await user.type(screen.getByLabelText('Password'), 'a long walk home');
  await user.click(button('Set Up'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Press Set Up again. It is done only once.');
  expect(screen.getByLabelText('Company Name')).toHaveValue('Park');
});
