import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expireSession, readSession } from '#src/authProvider/session.ts';
// The screen's own chunk, so that no test waits for it.
import '#src/custom/account/AccountPage.tsx';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { leaveFor } from '#tests/support/leaving.ts';
import { createUser } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const sessions = [
  {
    id: 's1',
    device: 'Chrome on Windows',
    createdAt: '2026-01-05T10:00:00.000Z',
    lastSeenAt: '2026-01-05T22:04:00.000Z',
    isCurrent: true,
  },
  {
    id: 's2',
    device: 'Safari on iPhone',
    createdAt: '2026-01-05T10:00:00.000Z',
    lastSeenAt: '2026-01-05T22:04:00.000Z',
    isCurrent: false,
  },
];
const off = { isOn: false, turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false };
const open = (routes: Routes = {}, account = createUser('point_of_sale')) =>
  renderScreen(
    '/account',
    {
      'GET /account/sessions': () => ({ sessions }),
      'GET /account/passkeys': () => ({ passkeys: [] }),
      'GET /account/second-factor': () => ({ secondFactor: off }),
      'GET /account/emails': () => ({ emails: { zReports: false } }),
      ...routes,
    },
    { level: 'point_of_sale', locations: [], account },
  );

test('every level can change their own name, even without a location, and the console shows it', async () => {
  const changed = () => ({
    user: { ...readSession()?.user, firstName: 'Samuel' },
    message: 'Your account was updated',
  });
  const { api, user } = open({ 'PUT /account': changed });
  await user.type(await screen.findByLabelText(/First Name/), 'uel');
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  expect(await screen.findByText('Your account was updated')).toBeVisible();
  expect(api.to('PUT /account')[0]?.body).toEqual({ firstName: 'Samuel', lastName: 'Rivera' });
  expect(readSession()?.user.firstName).toBe('Samuel');
});

test('a name that was typed when the session ended is offered again', async () => {
  const first = open();
  await first.user.type(await screen.findByLabelText(/First Name/), 'uel');
  const account = readSession()?.user;
  expireSession();
  first.unmount();

  const { user } = open({}, account);
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(screen.getByLabelText(/First Name/)).toHaveValue('Samuel');
});

test('a wrong current password shows under its field; two different new ones are not sent', async () => {
  const wrong = 'Current password is wrong';
  const { api, user } = open({
    'PUT /account/password': () => respond(400, { message: wrong, errors: { currentPassword: wrong } }),
  });
  await user.type(await screen.findByLabelText(/^Current Password/), 'not it');
  await user.type(screen.getByLabelText(/^New Password/), 'a long walk home');
  await user.type(screen.getByLabelText(/^Confirm New Password/), 'a long walk');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Passwords do not match')).toBeVisible();
  expect(api.to('PUT /account/password')).toEqual([]);
  await user.type(screen.getByLabelText(/^Confirm New Password/), ' home');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.getByLabelText(/^Current Password/)).toBeInvalid());
  expect(api.to('PUT /account/password')[0]?.body).toEqual({
    currentPassword: 'not it',
    newPassword: 'a long walk home',
  });
});

test('if the answer to a new password is lost, the form keeps it and says what a refusal means then', async () => {
  const { user } = open({
    'PUT /account/password': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await user.type(await screen.findByLabelText(/^Current Password/), 'the old one');
  await user.type(screen.getByLabelText(/^New Password/), 'a long walk home');
  await user.type(screen.getByLabelText(/^Confirm New Password/), 'a long walk home{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^The connection was lost\. Try again\. If your current password is wrong then, it has been changed to the new one\.$/,
  );
  expect(screen.getByLabelText(/^Confirm New Password/)).toHaveValue('a long walk home');
});

test('a change of the account that is refused after its page was left is told in a message', async () => {
  const answer = later();
  const { user } = open({ 'PUT /account': () => answer.promise });
  await user.type(await screen.findByLabelText(/First Name/), 'uel{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save name' })).toBeDisabled());
  leaveFor('/users');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save name' })).not.toBeInTheDocument());
  answer.settle(respond(403, { message: 'Your account is locked' }));
  expect(await screen.findByText('Not done: Your account is locked')).toBeVisible();
});

test('this session is marked and stays, another one is signed out', async () => {
  const { api, user } = open({ 'DELETE /account/sessions/s2': () => ({ message: 'Signed out' }) });
  expect(await screen.findByRole('row', { name: /Chrome on Windows/ })).toHaveTextContent('this device');
  expect(screen.queryByRole('button', { name: 'Sign out Chrome on Windows' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  expect(await screen.findByText('Signed out')).toBeVisible();
  expect(api.to('DELETE /account/sessions/s2')).toHaveLength(1);
});
