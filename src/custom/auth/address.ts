import { useSyncExternalStore } from 'react';

/** The address bar for the sign-in pages, which do without a router: they are four, and the first thing anyone loads. */
const moved = new EventTarget();

export const goTo = (path: string) => {
  window.history.pushState(null, '', path);
  moved.dispatchEvent(new Event('moved'));
};

export const useAddress = () => new URL(useSyncExternalStore(subscribe, () => window.location.href));

const subscribe = (changed: () => void) => {
  window.addEventListener('popstate', changed);
  moved.addEventListener('moved', changed);
  return () => {
    window.removeEventListener('popstate', changed);
    moved.removeEventListener('moved', changed);
  };
};
