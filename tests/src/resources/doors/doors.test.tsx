import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Door } from '#domain/doors/contract.ts';
import type { DoorLogEntry } from '#domain/doors/logContract.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import '#src/custom/access-control/AccessControlPage.tsx';
import '#src/resources/doors/DoorDialog.tsx';
import '#src/resources/doors/HoursDialog.tsx';
import '#src/resources/doors/HoursTab.tsx';
import '#src/resources/doors/LogTab.tsx';

const location = buildLocation();
const id = (end: string) => `01900000-0000-7000-8000-0000000000${end}`;
const door: Door = {
  id: id('d1'),
  locationId: location.id,
  name: 'Main Entrance',
  isActive: true,
  isConnected: true,
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-05T12:00:00.000Z',
};
const command = {
  id: id('e1'),
  doorId: door.id,
  device: { id: id('b1'), name: 'Entrance controller' },
  type: 'open',
  seconds: 5,
  createdAt: '2026-01-05T12:00:00.000Z',
  message: null,
};

const open = (tab: string, routes: Routes = {}) =>
  renderScreen(
    `/access-control/${tab}`,
    { 'GET /doors': () => ({ doors: [door], pagination: createPage(1) }), ...routes },
    { locations: [location] },
  );

test.each([
  ['done', null, 'Entrance controller opened Main Entrance'],
  ['failed', 'Jammed', 'Entrance controller could not open Main Entrance: Jammed'],
  ['unanswered', null, 'Entrance controller did not answer. Main Entrance may be closed.'],
])('a door is opened by its controller, and what came of it is said: %s', async (status, message, text) => {
  const { user, api } = open('doors', {
    [`POST /doors/${door.id}/open`]: () => respond(202, { command: { ...command, status: 'waiting' } }),
    [`GET /doors/${door.id}/commands/${command.id}`]: () => ({ command: { ...command, status, message } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Open Main Entrance' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(api.to(`POST /doors/${door.id}/open`)).toHaveLength(1);
});

test('a refusal is shown', async () => {
  const { user } = open('doors', {
    [`POST /doors/${door.id}/open`]: () => respond(409, { message: 'No controller is connected to this door' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Open Main Entrance' }));
  expect(await screen.findByText('No controller is connected to this door')).toBeVisible();
});

test.each([{ isConnected: false }, { isActive: false }])('a door that is %j has no Open button', async (parts) => {
  open('doors', { 'GET /doors': () => ({ doors: [{ ...door, ...parts }], pagination: createPage(1) }) });
  expect(await screen.findByRole('row', { name: /Main Entrance/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Open Main Entrance' })).not.toBeInTheDocument();
});

test('a door is added and renamed', async () => {
  const { user, api } = open('doors', {
    'POST /doors': () => respond(201, { door, message: 'Door created' }),
    [`PUT /doors/${door.id}`]: () => ({ door, message: 'Door updated' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add door' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add door' }));
  await user.click(dialog.getByRole('button', { name: 'Add door' }));
  expect(await dialog.findByText('Door name is required')).toBeVisible();
  await user.type(dialog.getByLabelText(/Name/), 'Side');
  await user.click(dialog.getByRole('button', { name: 'Add door' }));
  expect(await screen.findByText('Door created')).toBeVisible();
  expect(api.to('POST /doors')[0]?.body).toEqual({ locationId: location.id, name: 'Side', isActive: true });
  await user.click(screen.getByRole('button', { name: 'Actions for Main Entrance' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit door' }));
  await user.type(edit.getByLabelText(/Name/), ' 2');
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Door updated')).toBeVisible();
  expect(api.to(`PUT /doors/${door.id}`)[0]?.body).toEqual({
    name: 'Main Entrance 2',
    isActive: true,
    updatedAt: door.updatedAt,
  });
});

test('access hours are listed by plan and added', async () => {
  const plan = { id: id('f1'), name: 'Off-peak', visitsPerDay: 2 };
  const hours = {
    id: id('f2'),
    membershipId: plan.id,
    membershipName: plan.name,
    weekdays: [1, 2, 3, 4, 5],
    from: '10:00',
    to: '16:00',
    createdAt: door.createdAt,
    updatedAt: door.updatedAt,
  };
  const { user, api } = open('hours', {
    'GET /access-hours': () => ({ accessHours: [hours] }),
    'GET /memberships': () => ({ memberships: [{ membership: plan, location: null }], pagination: createPage(1) }),
    'POST /access-hours': () => respond(201, { accessHours: hours, message: 'Access hours added' }),
  });
  const row = await screen.findByRole('row', { name: /Off-peak.*Mon–Fri/ });
  expect(row).toHaveTextContent('10:00 AM – 4:00 PM');
  expect(within(await screen.findByRole('table', { name: 'Visits per day' })).getByText('2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add hours' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add hours' }));
  await user.click(dialog.getByRole('combobox', { name: /Plan/ }));
  await user.click(await screen.findByRole('option', { name: 'Off-peak' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Sunday' }));
  await user.type(dialog.getByLabelText(/From/), '08:00');
  await user.type(dialog.getByLabelText(/To/), '12:30');
  await user.click(dialog.getByRole('button', { name: 'Add hours' }));
  expect(await screen.findByText('Access hours added')).toBeVisible();
  expect(api.to('POST /access-hours')[0]?.body).toEqual({
    membershipId: plan.id,
    weekdays: [7],
    from: '08:00',
    to: '12:30',
  });
});

test('the log says who, where, by which device, and what was wrong', async () => {
  const entry: DoorLogEntry = {
    id: id('a1'),
    locationId: location.id,
    doorId: 'Main Entrance',
    device: command.device,
    contact: { id: id('a2'), firstName: 'Casey', lastName: 'Jones' },
    type: 'entry',
    at: '2020-01-05T22:04:00.000Z',
    reportedAt: null,
    accessGranted: true,
    reasonCode: null,
    isOffline: true,
    conflict: 'blocked',
  };
  const denied = { ...entry, id: id('a3'), contact: null, accessGranted: false, reasonCode: 'unknown_code' };
  const { user, api } = open('log', {
    'GET /door-log': () => ({
      entries: [entry, { ...denied, isOffline: false, conflict: null }],
      pagination: createPage(2),
    }),
  });
  const conflict = await screen.findByRole('row', { name: /Casey Jones/ });
  for (const text of ['Jan 5, 2020, 3:04 PM', 'Main Entrance', 'Entrance controller', 'Allowed', 'Offline', 'Conflict'])
    expect(conflict).toHaveTextContent(text);
  expect(conflict).toHaveTextContent('Access is blocked');
  const unknown = screen.getByRole('row', { name: /Unknown code/ });
  expect(unknown).toHaveTextContent('Denied');
  expect(unknown).toHaveTextContent('No member has this code');
  await user.click(screen.getByRole('switch', { name: 'Conflicts only' }));
  await screen.findByRole('row', { name: /Casey Jones/ });
  expect(api.to('GET /door-log').at(-1)?.query.get('conflicts')).toBe('true');
});
