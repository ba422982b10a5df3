import { act, screen, within } from '@testing-library/react';
import { subDays } from 'date-fns';
import { afterEach, expect, test, vi } from 'vitest';
import type { Device } from '#domain/devices/contract.ts';
import { readKioskToken } from '#src/custom/kiosk/kioskToken.ts';
import { readSession } from '#src/authProvider/session.ts';
import { later, respond } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import '#src/custom/access-control/AccessControlPage.tsx';
import '#src/resources/devices/AddDeviceDialog.tsx';
import '#src/resources/devices/DevicesTab.tsx';
import '#src/resources/devices/EditDeviceDialog.tsx';
import '#src/resources/devices/PairingDialog.tsx';
import '#src/resources/devices/StartKioskDialog.tsx';

afterEach(() => vi.useRealTimers());

const location = buildLocation();
const device: Device = {
  id: '01900000-0000-7000-8000-0000000000b1',
  companyId: ironPeak.id,
  locationId: location.id,
  name: 'Front door',
  kind: 'door',
  doorIds: [],
  hardware: 'Door 2000',
  version: '1.4',
  pairedAt: '2020-01-05T22:04:00.000Z',
  lastSeenAt: new Date(Date.now() - 3 * 60_000).toISOString(),
  listFetchedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  listHours: 36,
  createdAt: '2020-01-05T22:00:00.000Z',
};
const tablet: Device = {
  ...device,
  id: '01900000-0000-7000-8000-0000000000b2',
  name: 'Tablet',
  kind: 'kiosk',
  hardware: null,
  version: null,
  pairedAt: null,
  lastSeenAt: null,
  listFetchedAt: null,
};
const token = `spd_${'a'.repeat(38)}`;
const pairing = {
  url: 'https://gym.test',
  code: 'ABCDEFGH',
  expiresAt: '2999-01-01T00:10:00.000Z',
  qr: '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const open = (devices: () => Device[], routes: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(
    '/access-control/devices',
    { 'GET /devices': () => ({ devices: devices() }), ...routes },
    { locations: [location] },
  );

test('devices are listed with when they were paired and seen, and the age of their list', async () => {
  open(() => [device, tablet]);
  const door = await screen.findByRole('row', { name: /Front door/ });
  for (const text of ['Door 2000 1.4', 'Door controller', 'Jan 5, 2020, 3:04 PM', '3 minutes ago', '2 hours ago'])
    expect(within(door).getByText(text)).toBeVisible();
  const kiosk = screen.getByRole('row', { name: /Tablet/ });
  expect(kiosk).toHaveTextContent('Kiosk');
  expect(within(kiosk).getByText('Not paired')).toBeVisible();
  expect(within(kiosk).getByText('Never')).toBeVisible();
});

test('a door that was not heard of for days says so, beside one that was', async () => {
  const daysAgo = (days: number) => subDays(new Date(), days).toISOString();
  const silent = { ...device, id: tablet.id, name: 'Back door', lastSeenAt: daysAgo(3), listFetchedAt: daysAgo(4) };
  open(() => [device, silent]);
  const row = await screen.findByRole('row', { name: /Back door/ });
  expect(within(row).getByText('3 days ago')).toHaveAttribute('datetime', silent.lastSeenAt);
  expect(within(row).getByText('4 days ago')).toHaveAttribute('datetime', silent.listFetchedAt);
  expect(within(screen.getByRole('row', { name: /Front door/ })).getByText('3 minutes ago')).toBeVisible();
});

test('without devices the page says what they are for, and one button adds the first', async () => {
  const { user } = open(() => []);
  expect(await screen.findByRole('heading', { name: 'No devices yet' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Add/ }));
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('a failure can be retried', async () => {
  let fails = true;
  const { user } = open(() => [device], {
    'GET /devices': () => (fails ? respond(500, {}) : { devices: [device] }),
  });
  expect(await screen.findByText(/500/)).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Front door')).toBeVisible();
});

test('a new controller is paired by its code: the dialog counts down and says when it is paired', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let devices: Device[] = [];
  const added = { ...device, pairedAt: null, lastSeenAt: null };
  const { user, api } = open(() => devices, {
    'POST /devices': () => {
      devices = [added];
      return respond(201, { device: added, token, pairing, message: 'Device added' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add device' }));
  await user.click(form.getByRole('button', { name: 'Add device' }));
  expect(await form.findByText('Name is required')).toBeVisible();
  await user.type(form.getByLabelText(/Name/), 'Front door');
  await user.click(form.getByRole('combobox', { name: /Kind/ }));
  await user.click(await screen.findByRole('option', { name: 'Door controller' }));
  await user.click(form.getByRole('button', { name: 'Add device' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pair Front door' }));
  expect(api.to('POST /devices')[0]?.body).toEqual({ locationId: location.id, name: 'Front door', kind: 'door' });
  expect(dialog.getByRole('img', { name: 'Pairing code as a QR code' })).toBeVisible();
  expect(dialog.getByLabelText('Pairing code')).toHaveTextContent('ABCD-EFGH');
  expect(dialog.queryByText(token)).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Show token' }));
  expect(dialog.getByText(token)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(dialog.getByRole('timer')).toHaveTextContent(/Works for 8:5\d and once/);
  devices = [device];
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByRole('dialog', { name: 'Front door is paired' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Paired');
});

test('an expired code is replaced by a new one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const codes = ['ABCDEFGH', 'JKMNPQRS'];
  const { user } = open(() => [tablet], {
    [`POST /devices/${tablet.id}/pairing`]: () =>
      respond(201, { device: tablet, pairing: { ...pairing, code: codes.shift() }, message: 'New code made' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Tablet' }));
  await user.click(screen.getByRole('menuitem', { name: 'Pair' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pair Tablet' }));
  expect(dialog.getByText('https://gym.test/kiosk')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(await dialog.findByText('This code has expired.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'New code' }));
  expect(await dialog.findByLabelText('Pairing code')).toHaveTextContent('JKMN-PQRS');
});

test('an edited device: only what was changed is sent, so that its doors stay as somebody else sets them meanwhile', async () => {
  const door = {
    id: '01900000-0000-7000-8000-0000000000d1',
    locationId: location.id,
    name: 'Main door',
    isActive: true,
  };
  const { user, api } = open(() => [{ ...device, doorIds: [door.id] }], {
    'GET /doors': () => ({ doors: [door], pagination: createPage(1) }),
    [`PUT /devices/${device.id}`]: () => ({ message: 'Device saved', device }),
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Front door' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit device' }));
  expect(await dialog.findByRole('checkbox', { name: 'Main door' })).toBeChecked();
  await user.type(dialog.getByLabelText(/Name/), ' left');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Device saved');
  expect(api.to(`PUT /devices/${device.id}`).map(({ body }) => body)).toEqual([{ name: 'Front door left' }]);
});

test('removing a device asks first', async () => {
  let devices = [device];
  const { user, api } = open(() => devices, {
    [`DELETE /devices/${device.id}`]: () => {
      devices = [];
      return { message: 'Device removed' };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Front door' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove Front door?' }));
  expect(api.to(`DELETE /devices/${device.id}`)).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Device removed')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No devices yet' })).toBeVisible();
});

test('a kiosk that is started here keeps its token and signs the user out, without waiting for the server', async () => {
  const { user, api } = open(() => [], {
    'POST /devices': () => respond(201, { device: tablet, token, pairing, message: 'Device added' }),
    'POST /auth/logout': () => later().promise,
  });
  await user.click(await screen.findByRole('button', { name: 'Start a kiosk here' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Start a kiosk here' }));
  await user.type(dialog.getByLabelText(/Name/), 'Tablet');
  await user.click(dialog.getByRole('button', { name: 'Start kiosk' }));
  await vi.waitFor(() => expect(readSession()).toBeNull());
  expect(api.to('POST /devices')[0]?.body).toEqual({ locationId: location.id, name: 'Tablet', kind: 'kiosk' });
  expect(readKioskToken()).toBe(token);
});

test.each(['manager', 'operator', 'point_of_sale'] as const)('is not for a %s', async (level) => {
  renderScreen('/access-control/devices', {}, { level, locations: [location] });
  expect(await screen.findByRole('heading', { name: 'Access Control is not available' })).toBeVisible();
});

const add = async (routes: Parameters<typeof renderScreen>[1], kind: string) => {
  const { user } = open(() => [], routes);
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add device' }));
  await user.type(form.getByLabelText(/Name/), 'Front door');
  await user.click(form.getByRole('combobox', { name: /Kind/ }));
  await user.click(await screen.findByRole('option', { name: kind }));
  await user.click(form.getByRole('button', { name: 'Add device' }));
  return { user, form };
};

test('after a lost answer the dialog says what to do about the device', async () => {
  const lose = () => {
    throw new TypeError('Failed to fetch');
  };
  const { form } = await add({ 'POST /devices': lose }, 'Kiosk');
  expect(await form.findByRole('alert')).toHaveTextContent(
    'The connection was lost. If ‘Front door’ is in the list, pair it there, or remove it and add it again.',
  );
});

test('a token that is on the screen and was not copied is not closed without a question', async () => {
  const answer = () => respond(201, { device: { ...device, pairedAt: null }, token, pairing, message: 'Device added' });
  const { user } = await add({ 'POST /devices': answer }, 'Door controller');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pair Front door' }));
  await user.click(dialog.getByRole('button', { name: 'Show token' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Close without copying?' }));
  await user.click(question.getByRole('button', { name: 'Keep it open' }));
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  await user.click(await dialog.findByRole('button', { name: 'Copy' }));
  await dialog.findByText('Copied');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
