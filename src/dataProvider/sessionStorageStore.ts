import type { Store } from 'react-admin';
import { sessionStorage } from '#src/safeStorage.ts';

const prefix = 'spotter.';
type Subscription = { key: string; callback: (value: unknown) => void };

/** React-admin's store, kept for the tab. The local storage holds the session, the theme and open attempts. */
export const sessionStorageStore = (): Store => {
  const subscriptions = new Set<Subscription>();
  const publish = (key: string, value: unknown) => {
    for (const subscription of subscriptions) if (subscription.key === key) subscription.callback(value);
  };
  const remove = (matches: (key: string) => boolean) => {
    const names = sessionStorage.keys().filter((name) => name.startsWith(prefix));
    for (const name of names) {
      const key = name.slice(prefix.length);
      if (!matches(key)) continue;
      sessionStorage.removeItem(name);
      publish(key, undefined);
    }
  };
  return {
    setup: () => undefined,
    teardown: () => subscriptions.clear(),
    getItem: (key, fallback) => parse(sessionStorage.getItem(prefix + key)) ?? fallback,
    setItem: (key, value) => {
      sessionStorage.setItem(prefix + key, JSON.stringify(value));
      publish(key, value);
    },
    removeItem: (key) => remove((name) => name === key),
    removeItems: (start) => remove((name) => name.startsWith(start)),
    reset: () => remove(() => true),
    subscribe: (key, callback) => {
      const subscription = { key, callback };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
  };
};

const parse = (text: string | null) => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};
