import { lazy, type ComponentType } from 'react';

type Load = () => Promise<unknown>;
const loads = new Map<string, Load[]>();

/**
 * A screen in a chunk of its own: give the slug it belongs to, how to import it and its name; get the component.
 * `export const CheckinList = screen('checkins', () => import('./CheckinList.tsx'), 'CheckinList')`
 */
export const screen = <Name extends string, Props extends object = object>(
  slug: string,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => {
  loads.set(slug, [...(loads.get(slug) ?? []), load]);
  return lazy(() => load().then((module) => ({ default: module[name] })));
};

/** Fetches a feature's screens ahead, as when its menu entry is pointed at. A failure here shows when it is opened. */
export const preload = (slug: string) => {
  for (const load of loads.get(slug) ?? []) load().catch(() => undefined);
};

/** Fetches all the other screens, one at a time, whenever the browser has nothing better to do; gives a stop. */
export const preloadWhenIdle = () => {
  const waiting = [...loads.values()].flat();
  let stop: () => void;
  const next = () => {
    const load = waiting.shift();
    if (!load) return;
    load().catch(() => undefined);
    stop = whenIdle(next);
  };
  stop = whenIdle(next);
  return () => stop();
};

/** Does the work as soon as the browser has nothing better to do; gives a stop. */
export const whenIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: 5000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 1500);
  return () => clearTimeout(timer);
};
