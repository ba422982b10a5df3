import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { setWidth } from '#tests/support/width.ts';
import { openDashboard } from '#tests/support/dashboard.ts';

test('Quick actions: Add Contact, Open Door, Lock/Unlock Door, Reports and Settings', async () => {
  openDashboard();
  const actions = within(await screen.findByRole('region', { name: 'Quick actions' }));
  expect(actions.getByRole('link', { name: 'Add Contact' })).toHaveAttribute('href', '/contacts/add');
  expect(actions.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/reports');
  expect(actions.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
});

test.each([
  ['On a phone Quick Check-in comes before the quick actions', 390, Node.DOCUMENT_POSITION_FOLLOWING],
  ['On a wide screen it comes after them', 1280, Node.DOCUMENT_POSITION_PRECEDING],
])('%s', async (_title, width, position) => {
  setWidth(width);
  openDashboard();
  const checkin = await screen.findByRole('heading', { name: 'Quick Check-in' });
  expect(checkin.compareDocumentPosition(screen.getByRole('region', { name: 'Quick actions' }))).toBe(position);
});

test('A shortcut the level cannot use is locked like its sidebar entry', async () => {
  openDashboard({}, 'operator');
  const actions = within(await screen.findByRole('region', { name: 'Quick actions' }));
  expect(actions.getByRole('button', { name: 'Reports' })).toHaveAttribute('aria-disabled', 'true');
  expect(actions.getByRole('link', { name: 'Add Contact' })).toBeVisible();
});

test('For who only has the POS level, the till is the first shortcut, and nothing is locked', async () => {
  openDashboard({}, 'point_of_sale');
  const actions = within(await screen.findByRole('region', { name: 'Quick actions' }));
  expect(actions.getByRole('link', { name: 'Point of Sale' })).toHaveAttribute('href', '/pos');
  expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Open Door', 'Unlock Door']);
});

test("Open Door only shows 'Door Opened' for 2 seconds and makes no call", async () => {
  const { api } = openDashboard();
  await screen.findByText('1,234');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'Open Door' }));
  act(() => vi.advanceTimersByTime(1_999));
  expect(screen.getByRole('button', { name: 'Door Opened' })).toBeVisible();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole('button', { name: 'Open Door' })).toBeVisible();
  // The dashboard itself only reads.
  expect(api.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('The door’s buttons say that no door is connected', async () => {
  openDashboard();
  const door = await screen.findByRole('group', { name: 'Door' });
  await waitFor(() => expect(door).toHaveAccessibleDescription('No door connected'));
  expect(
    within(door)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Open Door', 'Unlock Door']);
});

test.each(levels)('For %s they say that they open no door once a controller is paired, too', async (level) => {
  const { api, unmount } = openDashboard({}, level);
  const described = (text: string) =>
    waitFor(() => expect(screen.getByRole('group', { name: 'Door' })).toHaveAccessibleDescription(text));
  await described('No door connected');
  expect(api.to('GET /devices')).toEqual([]);
  unmount();
  openDashboard({ 'GET /doors/controller': () => ({ hasController: true }) }, level);
  await described('Shown here only, opens no door');
});

test('Lock/Unlock Door is a local toggle only and starts locked', async () => {
  const { user } = openDashboard();
  await user.click(await screen.findByRole('button', { name: 'Unlock Door' }));
  await user.click(screen.getByRole('button', { name: 'Lock Door' }));
  expect(screen.getByRole('button', { name: 'Unlock Door' })).toBeVisible();
});
