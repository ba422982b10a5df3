import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lostOnce, respond } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';
import { renderAuth } from '#tests/support/render.tsx';

const button = (name: string) => screen.getByRole('button', { name });

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
