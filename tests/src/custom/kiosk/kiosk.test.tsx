import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKioskToken, storeKioskToken } from '#src/custom/kiosk/kioskToken.ts';
import { readSession, startSession } from '#src/authProvider/session.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';
import { renderAuth } from '#tests/support/render.tsx';
import '#src/custom/kiosk/KioskPage.tsx';

const token = `spd_${'a'.repeat(38)}`;
const code = 'ABCDEFGHJK29';
const otherCode = 'MNPQRSTVWX34';
const self = {
  device: { id: '01900000-0000-7000-8000-0000000000b2', kind: 'kiosk', name: 'Tablet' },
  location: { id: '01900000-0000-7000-8000-0000000000c1', name: 'Denver', timezone: 'America/Denver' },
  company: { id: '01900000-0000-7000-8000-0000000000c2', name: 'Iron Peak' },
};
const answer = (parts: object = {}, firstName: string | null = 'Casey') => ({
  checkin: { id: self.device.id, accessGranted: true, reason: null, reasonCode: null, ...parts },
  firstName,
  unlockMs: 0,
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

const open = (routes: Routes = {}) => {
  storeKioskToken(token);
  return renderAuth('/kiosk', { 'GET /devices/self': () => self, ...routes });
};
const scan = async (user: ReturnType<typeof renderAuth>['user'], text = code) =>
  user.type(await screen.findByLabelText('Your code'), `${text}{Enter}`);

test('a scanned code checks in: a large sign with the first name, then the start again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, api } = open({ 'POST /checkins': () => answer() });
  expect(await screen.findByText('Iron Peak · Denver')).toBeVisible();
  await scan(user);
  expect(await screen.findByRole('heading', { name: 'Welcome, Casey' })).toHaveFocus();
  const [call] = api.to('POST /checkins');
  expect(call?.body).toEqual({ locationId: self.location.id, code });
  expect(call?.headers.get('authorization')).toBe(`Bearer ${token}`);
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  expect(await screen.findByLabelText('Your code')).toHaveFocus();
});

test('a denied member sees why, and is asked to the desk', async () => {
  const { user } = open({
    'POST /checkins': () => answer({ accessGranted: false, reason: 'Membership has expired', reasonCode: 'expired' }),
  });
  await scan(user);
  expect(await screen.findByRole('heading', { name: 'Sorry, Casey' })).toBeVisible();
  expect(screen.getByText('Membership has expired. Please ask at the desk.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByLabelText('Your code')).toBeVisible();
});

test('what is no code is refused without asking', async () => {
  const { user, api } = open();
  await scan(user, '4006381333931');
  expect(await screen.findByText('This is not a check-in code. Please scan it again.')).toBeVisible();
  expect(screen.getByLabelText('Your code')).toHaveValue('');
  expect(api.to('POST /checkins')).toHaveLength(0);
});

test('a scanner types into the field wherever somebody tapped last', async () => {
  const { user } = open({ 'POST /checkins': () => answer() });
  await screen.findByLabelText('Your code');
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard(`${code}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Welcome, Casey' })).toBeVisible();
});

test('a member without a code gives the name and the last four digits of the phone', async () => {
  const { user, api } = open({
    'POST /checkins': ({ body }) =>
      (body as { phoneLast4: string }).phoneLast4 === '0142'
        ? answer()
        : respond(404, { message: 'This name and number fit no member, or more than one' }),
  });
  const give = async (digits: string) => {
    await user.click(await screen.findByRole('button', { name: 'No code? Use your name' }));
    await user.type(screen.getByLabelText('First and last name'), ' Casey Jones ');
    await user.type(screen.getByLabelText('Last four digits of your phone number'), digits);
    await user.click(screen.getByRole('button', { name: 'Check In' }));
  };
  await give('0141');
  expect(await screen.findByText('This name and number fit no member, or more than one')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await give('0142');
  expect(await screen.findByRole('heading', { name: 'Welcome, Casey' })).toBeVisible();
  expect(api.to('POST /checkins')[1]?.body).toEqual({
    locationId: self.location.id,
    name: 'Casey Jones',
    phoneLast4: '0142',
  });
});

test.each([
  ['the name', 'First and last name'],
  ['the phone', 'Last four digits of your phone number'],
])('a code that is scanned into the field of %s checks in its member', async (_which, label) => {
  const { user, api } = open({ 'POST /checkins': () => answer() });
  await user.click(await screen.findByRole('button', { name: 'No code? Use your name' }));
  await user.click(screen.getByLabelText(label));
  await user.keyboard(`${code}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Welcome, Casey' })).toBeVisible();
  expect(api.to('POST /checkins').map(({ body }) => body)).toEqual([{ locationId: self.location.id, code }]);
});

test('a name and digits that together look like a code are no code', async () => {
  const { user, api } = open({ 'POST /checkins': () => answer() });
  await user.click(await screen.findByRole('button', { name: 'No code? Use your name' }));
  await user.type(screen.getByLabelText('First and last name'), 'Hans Schwartz');
  await user.type(screen.getByLabelText('Last four digits of your phone number'), '2345{Enter}');
  await waitFor(() =>
    expect(api.to('POST /checkins').map(({ body }) => body)).toEqual([
      { locationId: self.location.id, name: 'Hans Schwartz', phoneLast4: '2345' },
    ]),
  );
});

test('a name that was left behind is gone after half a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'No code? Use your name' }));
  await user.type(screen.getByLabelText('First and last name'), 'Casey');
  await act(() => vi.advanceTimersByTimeAsync(30_100));
  expect(await screen.findByLabelText('Your code')).toBeVisible();
});

test('after a lost connection the same check-in is sent again with the same key', async () => {
  let isDown = true;
  const { user, api } = open({
    'POST /checkins': () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return answer();
    },
  });
  await scan(user);
  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeVisible();
  // The answer may have been lost after the check-in was counted.
  expect(screen.getByText('You may not be checked in. Try again: it counts only once.')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Welcome, Casey' })).toBeVisible();
  const keys = api.to('POST /checkins').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('a scan while the result of another is shown checks in at once', async () => {
  const { user, api } = open({
    'POST /checkins': ({ body }) => answer({}, (body as { code: string }).code === code ? 'Casey' : 'Robin'),
  });
  await scan(user);
  expect(await screen.findByRole('heading', { name: 'Welcome, Casey' })).toBeVisible();
  // What a scanner reads twice counts once.
  await user.keyboard(`${code}{Enter}`);
  await user.keyboard(`${otherCode}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Welcome, Robin' })).toBeVisible();
  expect(api.to('POST /checkins').map(({ body }) => (body as { code: string }).code)).toEqual([code, otherCode]);
});

test('a scan while another is being checked in has its turn next, after the first result could be read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const first = later();
  const { user, api } = open({
    'POST /checkins': ({ body }) => ((body as { code: string }).code === code ? first.promise : answer({}, 'Robin')),
  });
  await scan(user);
  await scan(user, otherCode);
  await scan(user, code);
  expect(screen.getByLabelText('Your code')).toHaveValue('');
  expect(api.to('POST /checkins')).toHaveLength(1);
  first.settle(answer());
  expect(await screen.findByRole('heading', { name: 'Welcome, Casey' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole('heading', { name: 'Welcome, Casey' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(await screen.findByRole('heading', { name: 'Welcome, Robin' })).toBeVisible();
  expect(api.to('POST /checkins')).toHaveLength(2);
});

test('says that the line is down, and goes on by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isDown = false;
  open({
    'GET /devices/self': () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return self;
    },
  });
  await screen.findByLabelText('Your code');
  isDown = true;
  await act(() => vi.advanceTimersByTimeAsync(60_100));
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection. Trying again...');
  isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(5_100));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('a kiosk that was removed says so, forgets its token and stops asking', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isRemoved = false;
  const { api } = open({
    'GET /devices/self': () => (isRemoved ? respond(401, { message: 'This device is no longer paired' }) : self),
  });
  await screen.findByLabelText('Your code');
  isRemoved = true;
  await act(() => vi.advanceTimersByTimeAsync(60_100));
  expect(await screen.findByRole('heading', { name: 'This kiosk was removed' })).toBeVisible();
  expect(readKioskToken()).toBeNull();
  const { length } = api.calls;
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(api.calls).toHaveLength(length);
});

test('a check-in of a removed kiosk stops it at once', async () => {
  const { user } = open({ 'POST /checkins': () => respond(401, { message: 'This device is no longer paired' }) });
  await scan(user);
  expect(await screen.findByRole('heading', { name: 'This kiosk was removed' })).toBeVisible();
});

test.each([401, 403])('a page of a proxy with %i neither removes a kiosk nor refuses the member', async (status) => {
  const { user } = open({ 'POST /checkins': () => respond(status, '<html>') });
  await scan(user);
  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeVisible();
  expect(readKioskToken()).toBe(token);
});

test('is paired with a code, and ends the session of whoever is signed in here', async () => {
  startSession({ token: 'a-token', user: createUser('admin') });
  const { user, api } = renderAuth('/kiosk', {
    'GET /devices/self': () => self,
    'POST /devices/pair': ({ body }) =>
      (body as { code: string }).code === 'ABCDEFGH'
        ? { device: self.device, token }
        : respond(404, { message: 'This code is wrong, was used or has expired' }),
  });
  const field = await screen.findByLabelText('Pairing code');
  await user.type(field, 'short{Enter}');
  expect(await screen.findByText('A pairing code has eight letters and digits.')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'jkmn-pqrs{Enter}');
  expect(await screen.findByText('This code is wrong, was used or has expired')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'abcd-efgh{Enter}');
  expect(await screen.findByLabelText('Your code')).toBeVisible();
  expect(api.to('POST /devices/pair')).toHaveLength(2);
  expect(readKioskToken()).toBe(token);
  expect(readSession()).toBeNull();
});

test('when the answer to the code is lost, it says that the code may be used up', async () => {
  const lose = () => {
    throw new TypeError('Failed to fetch');
  };
  const { user } = renderAuth('/kiosk', { 'POST /devices/pair': lose });
  await user.type(await screen.findByLabelText('Pairing code'), 'ABCDEFGH{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The connection was lost. Try again. If the code no longer works, make a new one: under Devices, choose Pair again.',
  );
  expect(screen.getByLabelText('Pairing code')).toHaveFocus();
});

test('refuses the code of a door controller', async () => {
  const { user } = renderAuth('/kiosk', {
    'POST /devices/pair': () => ({ device: { ...self.device, kind: 'door' }, token }),
  });
  await user.type(await screen.findByLabelText('Pairing code'), 'ABCDEFGH{Enter}');
  expect(await screen.findByText('This code is for a door controller. Add a kiosk instead.')).toBeVisible();
  expect(readKioskToken()).toBeNull();
});

test('after three idle days it is still there, and holds no more than after five minutes', async () => {
  vi.useFakeTimers();
  const { api } = open();
  await act(() => vi.advanceTimersByTimeAsync(300_000));
  const held = () => ({ timers: vi.getTimerCount(), elements: document.querySelectorAll('*').length });
  const first = held();
  const before = api.calls.length;
  const minutes = 3 * 24 * 60;
  await act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
  expect(held().timers).toBeLessThanOrEqual(first.timers);
  expect(held().elements).toBe(first.elements);
  expect(api.calls.length - before).toBe(minutes);
  expect(screen.getByLabelText('Your code')).toBeVisible();
  expect(readKioskToken()).toBe(token);
});

test('keeps the screen on while it is in front', async () => {
  const request = vi.fn<() => Promise<object>>(async () => ({ release: async () => undefined }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
  open();
  await screen.findByLabelText('Your code');
  expect(request).toHaveBeenCalledTimes(1);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  vi.unstubAllGlobals();
});
