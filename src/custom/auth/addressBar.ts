import { useEffect, useSyncExternalStore } from 'react';

/** The sign-in pages read the address bar themselves: they are few and load first, so they have no router. */
const moved = new EventTarget();

export const goTo = (path: string) => {
  window.history.pushState(null, '', path);
  moved.dispatchEvent(new Event('moved'));
};

export const useAddress = () => new URL(useSyncExternalStore(subscribe, () => window.location.href));

/**
 * The token of a link in an email. It is removed from the address bar at once, where it could be read over a shoulder or
 * copied with the address. The history entry's state keeps it for a reload.
 */
export const useLinkToken = (): string | null => {
  const { pathname, searchParams } = useAddress();
  const linked = searchParams.get('token');
  useEffect(() => {
    if (linked) window.history.replaceState({ token: linked }, '', pathname);
  }, [linked, pathname]);
  return linked ?? keptToken(window.history.state);
};

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
