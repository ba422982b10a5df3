/**
 * The browser's storages with a fallback. A browser may refuse access to them, or they may be full; then values are kept in
 * memory while the page is open. Nothing here throws.
 */
type Name = 'localStorage' | 'sessionStorage';
type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys: () => string[] };

const safeStorage = (name: Name): SafeStorage => {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => memory.get(key) ?? tryTo(() => window[name].getItem(key)) ?? null,
    setItem: (key, value) => {
      memory.delete(key);
      const isKept = tryTo(() => {
        window[name].setItem(key, value);
        return true;
      });
      if (isKept) return;
      memory.set(key, value);
      // Another tab or a reload must not see the old value again.
      tryTo(() => window[name].removeItem(key));
    },
    removeItem: (key) => {
      memory.delete(key);
      tryTo(() => window[name].removeItem(key));
    },
    keys: () => [...new Set([...memory.keys(), ...(tryTo(() => Object.keys(window[name])) ?? [])])],
  };
};

function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** React-admin reads the storage when it loads, and would crash if that throws. It is told that there is none. */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  const isRefused = !tryTo(() => (window[name].length, true));
  if (isRefused) tryTo(() => Object.defineProperty(window, name, { value: undefined, configurable: true }));
}

/** Named like the browser's own, which the linter forbids. */
export const localStorage = safeStorage('localStorage');
export const sessionStorage = safeStorage('sessionStorage');
