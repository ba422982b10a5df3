import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { respond } from '#tests/support/consoleApi.ts';
import { createPage, createUserAccess, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { asLocationAdmin, at, locationAdminRoutes, lost, north, one, session } from './userRoutes.ts';

describe('/users/:id', () => {
  test('shows access and sessions; one session or all are ended', async () => {
    const rosa = createUserAccess({}, { locations: [at(north)] });
    const ended = {
      [`DELETE /users/${rosa.user.id}/sessions/s1`]: () => ({ message: 'Signed out' }),
      [`DELETE /users/${rosa.user.id}/sessions`]: () => ({ message: 'Signed out everywhere' }),
    };
    const { api, user } = renderScreen(`/users/${rosa.user.id}`, {
      ...one(rosa, [session(), session({ id: 's2', device: 'Safari on iPhone' })]),
      ...ended,
    });
    expect(
      within(await screen.findByRole('table', { name: 'Access' })).getByRole('row', { name: /North/ }),
    ).toHaveTextContent('Operator');
    await user.click(await screen.findByRole('button', { name: 'Sign out Chrome on Windows' }));
    expect(await screen.findByText('Signed out')).toBeVisible();
    expect(api.to(`DELETE /users/${rosa.user.id}/sessions/s1`)[0]?.body).toEqual({ companyId: ironPeak.id });
    await user.click(screen.getByRole('button', { name: 'Sign out all' }));
    await waitFor(() => expect(api.to(`DELETE /users/${rosa.user.id}/sessions`)).toHaveLength(1));
  });

  test('Resend has the same key after a lost answer, and a new one after that', async () => {
    const rosa = createUserAccess({ status: 'invited' });
    const path = `/users/${rosa.user.id}`;
    let isLost = true;
    const { api, user } = renderScreen(path, {
      ...one(rosa),
      [`POST ${path}/invitation`]: () => (isLost ? lost() : { ...rosa, message: 'Invitation sent' }),
    });
    const resend = await screen.findByRole('button', { name: 'Resend' });
    await user.click(resend);
    expect(await screen.findByText(/^The connection was lost, so this may have been done already/)).toBeVisible();
    isLost = false;
    for (const count of [2, 3]) {
      await waitFor(() => expect(resend).toBeEnabled());
      await user.click(resend);
      await waitFor(() => expect(api.to(`POST ${path}/invitation`)).toHaveLength(count));
    }
    const keys = api.to(`POST ${path}/invitation`).map(({ headers }) => headers.get('Idempotency-Key'));
    expect([keys[0], new Set(keys).size]).toEqual([keys[1], 2]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  test('Disable asks first, and a refusal of the server is shown', async () => {
    const rosa = createUserAccess();
    const path = `/users/${rosa.user.id}`;
    const { api, user } = renderScreen(path, {
      ...one(rosa),
      [`POST ${path}/disable`]: () => respond(409, { message: 'A company needs at least one admin' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Disable' }));
    expect(api.to(`POST ${path}/disable`)).toEqual([]);
    expect(screen.getByRole('alertdialog')).toHaveTextContent('Their API keys stop working.');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('A company needs at least one admin')).toBeVisible();
  });

  test.each([
    ['active', ['Disable', 'Edit']],
    ['disabled', ['Enable', 'Edit']],
    ['invited', ['Revoke', 'Resend', 'Edit']],
  ] as const)('a company admin is offered the actions for a person who is %s', async (status, names) => {
    const rosa = createUserAccess({ status });
    renderScreen(`/users/${rosa.user.id}`, one(rosa));
    for (const name of names)
      expect(await screen.findByRole(name === 'Edit' ? 'link' : 'button', { name })).toBeVisible();
    expect(screen.queryAllByRole('button', { name: /^(Disable|Enable|Revoke|Resend)$/ })).toHaveLength(
      names.length - 1,
    );
  });

  test('an admin of a location sees no sessions and no Disable, and changes no company admin', async () => {
    const rosa = createUserAccess({}, { role: 'admin' });
    const { api } = renderScreen(`/users/${rosa.user.id}`, { ...locationAdminRoutes, ...one(rosa) }, asLocationAdmin);
    expect(await screen.findByText('Company admin, with every location')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Disable' })).not.toBeInTheDocument();
    expect(api.to(`GET /users/${rosa.user.id}/sessions`)).toEqual([]);
  });

  test('the history of a person is for company admins, since it names every location of theirs', async () => {
    const rosa = createUserAccess({}, { locations: [at(north)] });
    const page = renderScreen(`/users/${rosa.user.id}`, one(rosa));
    expect(await screen.findByRole('button', { name: 'History' })).toBeVisible();
    page.unmount();
    renderScreen(`/users/${rosa.user.id}`, { ...locationAdminRoutes, ...one(rosa) }, asLocationAdmin);
    expect(await screen.findByRole('table', { name: 'Access' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'History' })).not.toBeInTheDocument();
  });

  test.each([
    ['at their location alone is theirs to send again and revoke', true, 2],
    ['at another location too is not', false, 0],
  ] as const)('to an admin of a location, an invitation %s', async (_which, mayChangeInvitation, buttons) => {
    const rosa = createUserAccess({ status: 'invited' }, { locations: [at(north)], mayChangeInvitation });
    renderScreen(`/users/${rosa.user.id}`, { ...locationAdminRoutes, ...one(rosa) }, asLocationAdmin);
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeVisible();
    expect(screen.queryAllByRole('button', { name: /^(Revoke|Resend)$/ })).toHaveLength(buttons);
  });

  test('somebody who works for another company too keeps their sessions to themselves', async () => {
    const rosa = createUserAccess({}, { worksElsewhere: true });
    const { api } = renderScreen(`/users/${rosa.user.id}`, one(rosa));
    expect(await screen.findByText(/Only they can see and end their sessions/)).toBeVisible();
    expect(api.to(`GET /users/${rosa.user.id}/sessions`)).toEqual([]);
  });
});

test.each([
  ['a company admin', createUserAccess({}, { role: 'admin' }), {}],
  ['themselves', createUserAccess({ id: 'own' }, { locations: [at(north, 'admin')] }), { id: 'own' }],
])('an admin of a location does not get the form to change %s', async (_whom, rosa, own) => {
  const viewer = {
    ...asLocationAdmin,
    account: { userCompanies: [{ company: ironPeak, role: 'staff' as const }], ...own },
  };
  renderScreen(`/users/${rosa.user.id}/edit`, { ...locationAdminRoutes, ...one(rosa) }, viewer);
  expect(await screen.findByRole('heading', { name: 'You cannot change this' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
});

test('an invitation that is revoked already, as after a lost answer, leads to the list like one that is revoked now', async () => {
  const rosa = createUserAccess({ status: 'invited' });
  const { user } = renderScreen(`/users/${rosa.user.id}`, {
    ...one(rosa),
    'GET /users': () => ({ users: [], pagination: createPage(0) }),
    [`DELETE /users/${rosa.user.id}/invitation`]: () => respond(404, { message: 'User not found' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Invitation revoked')).toBeVisible();
  expect(window.location.pathname).toBe('/users');
});
