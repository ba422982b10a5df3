import { expect, test, vi } from 'vitest';
import { can, levels, type Feature } from '#domain/shared/access.ts';
import { featureLabels } from '#domain/shared/featureText.ts';
import { companyStripeActions } from '#src/dataProvider/company.ts';
import { http } from '#src/dataProvider/http.ts';
import { authProvider } from '#src/authProvider/index.ts';
import { toDraftKey } from '#src/authProvider/drafts.ts';
import {
  expireSession,
  onSessionEnd,
  onSessionExpired,
  readLogInNotice,
  readSession,
  startSession,
} from '#src/authProvider/session.ts';
import { later, respond, consoleApi } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';

const user = createUser('manager');

test('Login stores both token and user; logout removes both and tells the server', async () => {
  const api = consoleApi({
    'POST /auth/login': () => ({ token: 't1', user }),
    'POST /auth/logout': () => ({ message: 'Bye' }),
  });
  await authProvider.login({ email: user.email, password: 'demo-password' });
  expect(api.calls[0]).toMatchObject({ body: { email: user.email, password: 'demo-password' } });
  expect(api.calls[0]?.headers.has('Authorization')).toBe(false);
  expect([localStorage.getItem('token'), JSON.parse(localStorage.getItem('user') ?? '')]).toEqual(['t1', user]);

  expect(await authProvider.logout({})).toBe(false);
  expect(api.calls[1]?.headers.get('Authorization')).toBe('Bearer t1');
  expect(localStorage).toHaveLength(0);
});

test('another tab that hears of a new token finds the new user with it', () => {
  startSession({ token: 't1', user });
  const stored = vi.spyOn(Storage.prototype, 'setItem');
  startSession({ token: 't2', user: createUser('admin') });
  expect(stored.mock.calls.map(([key]) => key)).toEqual(['user', 'token']);
});

test('Logout works while the server cannot be reached', async () => {
  startSession({ token: 't1', user });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await authProvider.logout({});
  expect(readSession()).toBeNull();
});

test('A sign-out ends the session before the server answers, with a call that is sent to its end', () => {
  startSession({ token: 't1', user });
  const draft = toDraftKey(user.id, 'a member');
  sessionStorage.setItem(draft, '{}');
  const fetched = vi.fn<typeof fetch>(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetched);
  void authProvider.logout({});
  expect([readSession(), sessionStorage.getItem(draft)]).toEqual([null, null]);
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/auth/logout', expect.objectContaining({ keepalive: true }));
});

test('What the server refuses after a sign-out is no expired session', async () => {
  startSession({ token: 't1', user });
  const refusal = later<object>();
  consoleApi({
    'POST /auth/logout': () => ({ message: 'Bye' }),
    'GET /checkins': () => refusal.promise,
  });
  const checkins = http('/checkins');
  await authProvider.logout({});
  refusal.settle(respond(401, { message: 'Invalid or expired token' }));
  await expect(checkins).rejects.toThrow('Invalid or expired token');
  await expect(companyStripeActions.saveStripeKeys('c1', {})).rejects.toThrow('Please log in again to continue.');
  expect(readLogInNotice()).toBeNull();
});

test('after a sign-out in another tab a refused call keeps no draft', () => {
  startSession({ token: 't1', user });
  const kept = vi.fn<() => void>();
  const stops = [onSessionEnd(() => undefined), onSessionExpired(kept)];
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  expireSession();
  expect(kept).not.toHaveBeenCalled();
  for (const stop of stops) stop();
});

test('an expired session of another tab is no word on a visitor’s page, and the next sign-out deletes drafts again', () => {
  startSession({ token: 't1', user });
  const stop = onSessionEnd(() => undefined);
  window.history.replaceState(null, '', '/pay');
  const end = () => window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  const newValue = JSON.stringify({ ...user, expired: 'Why' });
  window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue }));
  end();
  expect(readLogInNotice()).toBeNull();
  sessionStorage.setItem(toDraftKey(user.id, 'a member'), '{}');
  end();
  expect(Object.keys(sessionStorage)).toEqual([]);
  window.history.replaceState(null, '', '/');
  stop();
});

test.each([
  ['only a token', { token: 't1' }],
  ['only a user', { user: JSON.stringify(user) }],
  ['a user that cannot be read', { token: 't1', user: '{' }],
])('Signed in when both a token and a user are stored: not with %s', async (_case, stored) => {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  await expect(authProvider.checkAuth({})).rejects.toThrow('Authentication error');
});

test('A session that ends in another tab ends here', () => {
  const ended = vi.fn<() => void>();
  const stop = onSessionEnd(ended);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(ended).toHaveBeenCalledOnce();
  stop();
});

test('A refused sign-in is an error with the server’s sentence and ends nothing', async () => {
  const ended = vi.fn<() => void>();
  const stop = onSessionEnd(ended);
  consoleApi({ 'POST /auth/login': () => respond(401, { message: 'Invalid email or password' }) });
  await expect(authProvider.login({ email: 'a', password: 'b' })).rejects.toThrow('Invalid email or password');
  expect(ended).not.toHaveBeenCalled();
  stop();
});

const features = Object.keys(featureLabels) as Feature[];
test.each(features.flatMap((feature) => levels.map((level) => ({ feature, level }))))(
  'canAccess asks the access table with the level at the location: $level and $feature',
  async ({ feature, level }) => {
    startSession({ token: 't1', user: createUser('admin') });
    expect(await authProvider.canAccess?.({ resource: feature, action: 'list', record: { id: 'denver', level } })).toBe(
      can(level, feature),
    );
  },
);

test.each([
  ['admin', true],
  ['manager', false],
] as const)('Without a location only the admin of a company has a level: %s', async (level, expected) => {
  startSession({ token: 't1', user: createUser(level) });
  expect(await authProvider.canAccess?.({ resource: 'company', action: 'list' })).toBe(expected);
});

test('canAccess refuses what is no feature', async () => {
  expect(
    await authProvider.canAccess?.({ resource: 'lockers', action: 'list', record: { id: 'denver', level: 'admin' } }),
  ).toBe(false);
});

test('a session that expired in another tab is told here with the same words, and forms keep their work', () => {
  startSession({ token: 't1', user });
  const kept = vi.fn<() => void>();
  const stops = [onSessionEnd(() => undefined), onSessionExpired(kept)];
  const stored = vi.spyOn(Storage.prototype, 'setItem');
  expireSession('Why');
  const newValue = stored.mock.calls.findLast(([key]) => key === 'user')?.[1] ?? null;
  expect(localStorage).toHaveLength(0);
  sessionStorage.clear();
  kept.mockClear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue }));
  expect(readLogInNotice()).toBe('Why');
  expect(kept).toHaveBeenCalledOnce();
  for (const stop of stops) stop();
});

test('a sign-out in another tab deletes what the user left in forms of this one; an expired session does not', () => {
  startSession({ token: 't1', user });
  const stop = onSessionEnd(() => undefined);
  const [own, another] = [toDraftKey(user.id, 'a member'), toDraftKey('somebody', 'a member')];
  for (const key of [own, another]) sessionStorage.setItem(key, '{}');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  expect(Object.keys(sessionStorage)).toEqual([another]);
  sessionStorage.setItem(own, '{}');
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'user', newValue: JSON.stringify({ ...user, expired: 'Why' }) }),
  );
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  expect(sessionStorage.getItem(own)).toBe('{}');
  stop();
});
