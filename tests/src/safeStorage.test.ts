import { afterEach, expect, test, vi } from 'vitest';
import { readSession, startSession } from '#src/authProvider/session.ts';
import { sessionStorageStore } from '#src/dataProvider/sessionStorageStore.ts';
import { localStorage as safe } from '#src/safeStorage.ts';
import { createUser } from '#tests/support/records.ts';

afterEach(() => {
  vi.restoreAllMocks();
  safe.removeItem('key');
});

const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

test('if the browser refuses its storage, a sign-in and the settings last for the page', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(blocked);
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(blocked);
  expect(readSession()).toBeNull();
  const user = createUser('operator');
  startSession({ token: 'a-token', user });
  expect(readSession()).toEqual({ token: 'a-token', user });
  const store = sessionStorageStore();
  store.setItem('sidebar.collapsed', true);
  expect(store.getItem('sidebar.collapsed', false)).toBe(true);
  store.reset();
  expect(store.getItem('sidebar.collapsed', false)).toBe(false);
  for (const key of ['token', 'user']) safe.removeItem(key);
  expect(readSession()).toBeNull();
});

test('a value that a full storage refuses is kept for the page, and the old value is removed', () => {
  safe.setItem('key', 'old');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
  safe.setItem('key', 'new');
  expect(safe.getItem('key')).toBe('new');
  expect(window.localStorage.getItem('key')).toBeNull();
});

test('a value in memory is stored again as soon as there is room', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(full);
  safe.setItem('key', 'one');
  setItem.mockRestore();
  safe.setItem('key', 'two');
  expect(window.localStorage.getItem('key')).toBe('two');
  expect(safe.getItem('key')).toBe('two');
});
