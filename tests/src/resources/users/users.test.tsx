import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { changedMeanwhile } from '#domain/shared/limits.ts';
import { later, respond } from '#tests/support/consoleApi.ts';
import { leaveFor } from '#tests/support/leaving.ts';
import { createUserAccess, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { asLocationAdmin, at, list, locationAdminRoutes, lost, north, one, south } from './userRoutes.ts';

describe('/users', () => {
  test('lists name, access, status and last seen, and asks for the company', async () => {
    const rosa = createUserAccess({}, { locations: [at(north, 'manager'), at(south)] });
    const { api } = renderScreen(
      '/users',
      list(rosa, createUserAccess({ firstName: 'Ben', status: 'invited', lastSeenAt: null }, { role: 'admin' })),
    );
    const row = within(await screen.findByRole('row', { name: /Rosa Delgado/ }));
    for (const name of ['Manager at North and 1 more', 'Active', 'Jan 5, 2026, 3:04 PM'])
      expect(row.getByRole('cell', { name })).toBeVisible();
    const invited = within(screen.getByRole('row', { name: /Ben Delgado/ }));
    for (const name of ['Company admin', 'Invited', 'Never']) expect(invited.getByRole('cell', { name })).toBeVisible();
    expect(Object.fromEntries(api.to('GET /users')[0]?.query ?? [])).toEqual({
      page: '1',
      limit: '10',
      sortBy: 'name',
      sortOrder: 'asc',
      companyId: ironPeak.id,
    });
    expect(screen.getByRole('link', { name: 'Invite User' })).toHaveAttribute('href', '/users/add');
  });

  test('the status filter asks for that status', async () => {
    const { api, user } = renderScreen('/users', list(createUserAccess()));
    await user.click(await screen.findByRole('combobox', { name: /^Status: / }));
    await user.click(screen.getByRole('option', { name: 'Disabled' }));
    await waitFor(() => expect(api.to('GET /users').at(-1)?.query.get('status')).toBe('disabled'));
  });

  test('nothing found, a failure, a level that is too low, and no location', async () => {
    const { unmount } = renderScreen('/users', list());
    expect(await screen.findByRole('heading', { name: 'No users found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Invite somebody' })).toHaveAttribute('href', '/users/add');
    unmount();
    const failed = renderScreen('/users', { 'GET /users': () => respond(503, { message: 'The database is away' }) });
    expect(await screen.findByText('The database is away')).toBeVisible();
    failed.unmount();
    const refused = renderScreen('/users', {}, { level: 'manager' });
    expect(await screen.findByRole('heading', { name: 'Users is not available' })).toBeVisible();
    refused.unmount();
    renderScreen('/users', {}, { locations: [] });
    expect(await screen.findByRole('heading', { name: 'Select a Location' })).toBeVisible();
  });
});

describe('/users/add', () => {
  test('sends the person with their levels, and the list says what the server said', async () => {
    const { api, user } = renderScreen(
      '/users/add',
      { ...list(), 'POST /users': () => ({ ...createUserAccess({ status: 'invited' }), message: 'Invitation sent' }) },
      { locations: [north, south] },
    );
    await user.type(await screen.findByLabelText(/First Name/), 'Rosa');
    await user.type(screen.getByLabelText(/Last Name/), 'Delgado');
    await user.type(screen.getByLabelText(/Email/), 'rosa@example.test');
    await user.click(screen.getByRole('combobox', { name: 'South' }));
    await user.click(screen.getByRole('option', { name: 'POS' }));
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Invitation sent')).toBeVisible();
    expect(api.to('POST /users')[0]?.body).toEqual({
      companyId: ironPeak.id,
      firstName: 'Rosa',
      lastName: 'Delgado',
      email: 'rosa@example.test',
      role: 'staff',
      locations: [
        { locationId: north.id, accessLevel: 'operator' },
        { locationId: south.id, accessLevel: 'point_of_sale' },
      ],
    });
  });

  test('after a lost answer it is sent again with the same key', async () => {
    let isLost = true;
    const routes = {
      ...list(),
      'POST /users': () =>
        isLost ? lost() : { ...createUserAccess({ status: 'invited' }), message: 'Invitation sent' },
    };
    const { api, user } = renderScreen('/users/add', routes, { locations: [north] });
    await user.type(await screen.findByLabelText(/First Name/), 'Rosa');
    await user.type(screen.getByLabelText(/Last Name/), 'Delgado');
    await user.type(screen.getByLabelText(/Email/), 'rosa@example.test');
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText(/^The connection was lost, so this may have been done already/)).toBeVisible();
    isLost = false;
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Invitation sent')).toBeVisible();
    const keys = api.to('POST /users').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  test('staff without a location is not sent; a refusal shows at its field', async () => {
    const refusal = { message: 'This person already has access', errors: { email: 'This person already has access' } };
    const { api, user } = renderScreen(
      '/users/add',
      { 'POST /users': () => respond(409, refusal) },
      { locations: [north] },
    );
    await user.type(await screen.findByLabelText(/First Name/), 'Rosa');
    await user.type(screen.getByLabelText(/Last Name/), 'Delgado');
    await user.type(screen.getByLabelText(/Email/), 'rosa@example.test');
    await user.click(screen.getByRole('combobox', { name: 'North' }));
    await user.click(screen.getByRole('option', { name: 'No access' }));
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Choose at least one location')).toBeVisible();
    expect(api.to('POST /users')).toEqual([]);
    await user.click(screen.getByRole('combobox', { name: /Role/ }));
    await user.click(screen.getByRole('option', { name: 'Company admin' }));
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect((await screen.findAllByText('This person already has access')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('combobox', { name: 'North' })).not.toBeInTheDocument();
  });

  test('an admin of a location gives levels there and no role', async () => {
    renderScreen('/users/add', locationAdminRoutes, asLocationAdmin);
    expect(await screen.findByRole('combobox', { name: 'North' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: /Role/ })).not.toBeInTheDocument();
  });
});

test('/users/:id/edit sends the changed name, the levels and the version that was read', async () => {
  const rosa = createUserAccess({}, { locations: [at(north)] });
  const path = `/users/${rosa.user.id}`;
  const { api, user } = renderScreen(
    `${path}/edit`,
    { ...one(rosa), [`PUT ${path}`]: () => ({ ...rosa, message: 'User updated' }) },
    { locations: [north, south] },
  );
  await user.type(await screen.findByLabelText(/First Name/), 'lie');
  await user.click(screen.getByRole('combobox', { name: 'North' }));
  await user.click(screen.getByRole('option', { name: 'Manager' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('User updated')).toBeVisible();
  const [put] = api.to(`PUT ${path}`);
  expect(put?.query.get('companyId')).toBe(ironPeak.id);
  expect(put?.body).toEqual({
    firstName: 'Rosalie',
    locations: [{ locationId: north.id, accessLevel: 'manager' }],
    updatedAt: rosa.user.updatedAt,
  });
});

const saveAsStaff = async (refusal: () => unknown) => {
  const rosa = createUserAccess({}, { role: 'admin' });
  const path = `/users/${rosa.user.id}`;
  const { user, api } = renderScreen(
    `${path}/edit`,
    { ...one(rosa), ...list(rosa), [`PUT ${path}`]: refusal },
    { locations: [north] },
  );
  await user.type(await screen.findByLabelText(/First Name/), 'lie');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { user, puts: () => api.to(`PUT ${path}`) };
};

test.each([
  [403, 'Only a company admin can do this'],
  [409, 'A company needs at least one admin'],
])(
  'a change of access that is refused with %i says why and keeps the form; it is not taken for somebody else’s change',
  async (status, message) => {
    const { user, puts } = await saveAsStaff(() => respond(status, { message }));
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^${message}$`));
    expect(screen.getByLabelText(/First Name/)).toHaveValue('Rosalie');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[1]?.body).toEqual(puts()[0]?.body);
  },
);

test('a change of access whose answer is lost says what to do', async () => {
  await saveAsStaff(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An unexpected error occurred. This may have been done already. Check, or try again.',
  );
});

test('a save that fails after its page was left is told in a message', async () => {
  const answer = later();
  await saveAsStaff(() => answer.promise);
  leaveFor('/users');
  expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  answer.settle(respond(409, { message: 'A company needs at least one admin' }));
  expect(await screen.findByText('Not done: A company needs at least one admin')).toBeVisible();
});

test.each([
  ['another level', 'South', 'Admin', { locations: [at(south, 'admin'), at(north)] }],
  ['the role of an admin', 'Role', 'Company admin', { role: 'admin' as const, locations: [] }],
])('%s whose answer was lost is not refused by itself when it is saved again', async (_what, box, option, change) => {
  const rosa = createUserAccess({}, { locations: [at(south, 'manager'), at(north)] });
  const path = `/users/${rosa.user.id}`;
  let stored = rosa;
  const { user } = renderScreen(
    `${path}/edit`,
    {
      ...list(rosa),
      [`GET ${path}`]: () => stored,
      [`GET ${path}/sessions`]: () => ({ sessions: [] }),
      [`PUT ${path}`]: () => {
        if (stored !== rosa) return respond(409, { message: changedMeanwhile });
        stored = {
          ...rosa,
          user: { ...rosa.user, updatedAt: '2026-01-09T00:00:00.000Z' },
          ...change,
        };
        throw new TypeError('Failed to fetch');
      },
    },
    { locations: [north, south] },
  );
  await user.click(await screen.findByRole('combobox', { name: new RegExp(`^${box}`) }));
  await user.click(screen.getByRole('option', { name: new RegExp(`^${option}`) }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(/This may have been done already/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('User updated')).toBeVisible();
});
