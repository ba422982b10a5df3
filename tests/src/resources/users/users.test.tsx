import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { changedMeanwhile } from '#domain/shared/limits.ts';
import type { UserDetail } from '#domain/users/contract.ts';
// The screens' own chunks, so that no test waits for one.
import '#src/resources/users/UserEdit.tsx';
import '#src/resources/users/UserInvite.tsx';
import '#src/resources/users/UserList.tsx';
import '#src/resources/users/UserShow.tsx';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { leaveFor } from '#tests/support/leaving.ts';
import { buildLocation, createPage, createUserAccess, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const north = buildLocation({ name: 'North' });
const south = buildLocation({ name: 'South' });
const at = (
  location: { id: string; name: string },
  accessLevel: UserDetail['locations'][number]['accessLevel'] = 'operator',
) => ({
  location: { id: location.id, name: location.name },
  accessLevel,
});

const list = (...users: UserDetail[]): Routes => ({
  'GET /users': () => ({ users, pagination: createPage(users.length) }),
});
const one = (detail: UserDetail, sessions: object[] = []): Routes => ({
  [`GET /users/${detail.user.id}`]: () => detail,
  [`GET /users/${detail.user.id}/sessions`]: () => ({ sessions }),
});
const session = (change: object = {}) => ({
  id: 's1',
  device: 'Chrome on Windows',
  createdAt: '2026-01-05T10:00:00.000Z',
  lastSeenAt: '2026-01-05T22:04:00.000Z',
  isCurrent: false,
  ...change,
});

/** A call whose response does not come. */
const lost = () => Promise.reject(new Error('The connection was lost'));

/** As the admin of one location who is not a company admin. */
const asLocationAdmin: Parameters<typeof renderScreen>[2] = {
  level: 'admin',
  locations: [north],
  account: { userCompanies: [{ company: ironPeak, role: 'staff' }] },
};
const locationAdminRoutes: Routes = {
  'GET /locations': () => ({
    companyLocations: [],
    directLocationAccess: [{ location: north, company: ironPeak, accessLevel: 'admin' }],
  }),
};

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
