import { useEffect, useSyncExternalStore } from 'react';
import { sessionStorage } from '#src/safeStorage.ts';

/** The sign-in pages read the address bar themselves: they are few and load first, so they have no router. */
const moved = new EventTarget();

export const goTo = (path: string) => {
  window.history.pushState(null, '', path);
  moved.dispatchEvent(new Event('moved'));
};

export const useAddress = () => new URL(useSyncExternalStore(subscribe, () => window.location.href));

/**
 * The token of a link in an email. It is removed from the address bar at once, where it could be read over a shoulder or
 * copied with the address. The history entry's state keeps it for a reload, and the tab for one that failed: the browser's own
 * error page takes the entry without its state.
 */
export const useLinkToken = (): string | null => {
  const { pathname, searchParams } = useAddress();
  const linked = searchParams.get('token');
  const ofTab = isReload() ? sessionStorage.getItem(toKey(pathname)) : null;
  const token = linked ?? keptToken(window.history.state) ?? ofTab;
  useEffect(() => {
    if (linked) window.history.replaceState({ token: linked }, '', pathname);
    // An address that was typed or cut off opens no earlier link, nor does its reload.
    if (token) sessionStorage.setItem(toKey(pathname), token);
    else sessionStorage.removeItem(toKey(pathname));
  }, [linked, pathname, token]);
  return token;
};

const toKey = (pathname: string) => `link:${pathname}`;

const isReload = () =>
  window.performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

const keptToken = (state: unknown) =>
  state && typeof state === 'object' && 'token' in state && typeof state.token === 'string' ? state.token : null;

const subscribe = (changed: () => void) => {
  window.addEventListener('popstate', changed);
  moved.addEventListener('moved', changed);
  return () => {
    window.removeEventListener('popstate', changed);
    moved.removeEventListener('moved', changed);
  };
};
