import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renewIfDue, renewWhileInUse } from '#src/authProvider/renewal.ts';
import { onSessionEnd, readSession, startSession } from '#src/authProvider/session.ts';
import { http } from '#src/dataProvider/http.ts';
import { respond, consoleApi, later } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';

const hour = 3_600_000;
let signedInAt = Date.parse('2026-03-10T08:00:00Z');

/** A token as the server signs it, for a session that began at `from`. */
const getToken = (from: number, jti = 'one') => {
  const claims = { jti, iat: from / 1000, exp: (from + 12 * hour) / 1000, sub: 'wörk–✓' };
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  return `e30.${btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}.signature`;
};
let first: string;
let second: string;
const refresh = 'POST /auth/refresh';

// Each test has a day of its own, on which nothing was asked yet.
beforeEach(() => {
  signedInAt += 24 * hour;
  first = getToken(signedInAt);
  second = getToken(signedInAt + 7 * hour);
  startSession({ token: first, user: createUser('manager') });
});

test('a token in the first half of its life is kept, one in the second half is renewed', async () => {
  const api = consoleApi({ [refresh]: () => ({ token: second }) });
  await renewIfDue(signedInAt + 5.9 * hour);
  expect(api.to(refresh)).toHaveLength(0);
  await renewIfDue(signedInAt + 7 * hour);
  expect(api.to(refresh)[0]?.headers.get('Authorization')).toBe(`Bearer ${first}`);
  expect(readSession()?.token).toBe(second);
});

test('an expired token is not sent, nor one that cannot be read', async () => {
  const api = consoleApi({ [refresh]: () => ({ token: second }) });
  await renewIfDue(signedInAt + 12 * hour);
  startSession({ token: 'a-token', user: createUser('manager') });
  await renewIfDue(signedInAt + 7 * hour);
  expect(api.to(refresh)).toHaveLength(0);
});

test('a server that cannot be reached is asked again after five minutes, and nobody is signed out', async () => {
  const api = consoleApi({ [refresh]: () => respond(503, { message: 'Gone' }) });
  for (const minutes of [0, 1, 4, 6]) await renewIfDue(signedInAt + 7 * hour + minutes * 60_000);
  expect(api.to(refresh)).toHaveLength(2);
  expect(readSession()?.token).toBe(first);
});

test('a user who signed out while the response was on its way stays signed out', async () => {
  const renewed = later<object>();
  consoleApi({ [refresh]: () => renewed.promise });
  const asked = renewIfDue(signedInAt + 7 * hour);
  localStorage.clear();
  renewed.settle({ token: second });
  await asked;
  expect(localStorage).toHaveLength(0);
});

test('a session that the server has ended is ended here too', async () => {
  consoleApi({ [refresh]: () => respond(401, { message: 'Your session has expired. Please log in again.' }) });
  await renewIfDue(signedInAt + 7 * hour);
  expect(localStorage.getItem('token')).toBeNull();
});

test.each([
  ['renewed', () => second, 0],
  ['ended', () => null, 1],
  ['replaced by another person’s', () => getToken(signedInAt, 'two'), 1],
])('a token %s in another tab: the session ends here %#', (_what, next, ends) => {
  const newValue = next();
  const ended = vi.fn<() => void>();
  const stop = onSessionEnd(ended);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: first, newValue }));
  expect(ended).toHaveBeenCalledTimes(ends);
  stop();
});

test('the event of the sign-in that this page began with ends nothing, though it comes late', () => {
  const ended = vi.fn<() => void>();
  const stop = onSessionEnd(ended);
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'token', oldValue: getToken(signedInAt, 'two'), newValue: first }),
  );
  expect(ended).not.toHaveBeenCalled();
  stop();
});

test('a key or a press renews; what the screen does by itself does not', async () => {
  const api = consoleApi({ [refresh]: () => ({ token: second }), 'GET /companies': () => ({ companies: [] }) });
  vi.useFakeTimers({ now: signedInAt + 7 * hour, toFake: ['Date'] });
  const stop = renewWhileInUse();
  await http('/companies');
  expect(api.to(refresh)).toHaveLength(0);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  await waitFor(() => expect(readSession()?.token).toBe(second));
  expect(api.to(refresh)).toHaveLength(1);
  stop();
});
