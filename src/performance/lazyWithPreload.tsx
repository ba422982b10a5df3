import { createContext, use, useEffect, useState, type ComponentType, type ReactNode } from 'react';

type Load = () => Promise<unknown>;
const loads = new Map<string, Load[]>();
const started = new Set<Load>();
/** The part that was opened or pointed at last. */
let wanted: Promise<unknown> = Promise.resolve();

/** The code of a screen or of a part did not load: the network is down, or a newer version was deployed. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('Code did not arrive', { cause });
  }
}

export const LazyFallback = createContext<ReactNode>(null);

export const whyNotLoaded = () =>
  navigator.onLine ? 'The connection was lost, or a new version is available.' : 'You are offline.';

/**
 * A component in a chunk of its own: a screen, or a part of one that opens later. Pass the slug of its feature, the import and
 * the export's name.
 * `export const CheckinList = lazyWithPreload('checkins', () => import('#src/CheckinList.tsx'), 'CheckinList')`
 */
export const lazyWithPreload = <Name extends string, Props extends object = object>(
  slug: string,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => {
  const { get, Part } = lazyPart(load, name);
  loads.set(slug, [...(loads.get(slug) ?? []), get]);
  return Part;
};

/** The same for code that is too large to prefetch. */
export const lazyWithoutPreload = <Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazyPart(load, name).Part;

/** `React.lazy` does the same, but shows a fallback for at least 300 ms, even if the code arrives after 10. */
const lazyPart = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => {
  let Loaded: ComponentType<Props> | undefined;
  const get = async () => {
    try {
      Loaded = (await load())[name];
    } catch (cause) {
      throw new ChunkLoadError(cause);
    }
  };
  const Part = (props: Props) => {
    const [Component, setComponent] = useState(() => Loaded);
    const [error, setError] = useState<ChunkLoadError>();
    const fallback = use(LazyFallback);
    useEffect(() => {
      if (!Component) wanted = get().then(() => setComponent(() => Loaded), setError);
    }, [Component]);
    if (error) throw error;
    return Component ? <Component {...props} /> : fallback;
  };
  return { get, Part };
};

/** Prefetches a feature's screens, as when its menu entry is pointed at. A failure shows up when a screen is opened. */
export const preload = (slug: string) => (wanted = Promise.all((loads.get(slug) ?? []).map(begin)));

/**
 * Prefetches all the other screens, one at a time, while the browser is idle and nobody waits for a screen. Returns the function
 * that stops it. Prefetches nothing if the user asked the browser to save data.
 */
export const preloadWhenIdle = () => {
  if (savesData()) return () => undefined;
  let isStopped = false;
  let stop: () => void;
  const next = async () => {
    await wanted;
    if (isStopped) return;
    const load = [...loads.values()].flat().find((each) => !started.has(each));
    if (!load) return;
    await begin(load);
    if (!isStopped) stop = whenIdle(next);
  };
  stop = whenIdle(next);
  return () => {
    isStopped = true;
    stop();
  };
};

/** The user asked the browser to save data. */
export const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

const begin = (load: Load) => {
  started.add(load);
  return load().catch(() => undefined);
};

/** Runs the work once the browser is idle. Returns the function that cancels it. */
export const whenIdle = (work: () => unknown) => {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: 5000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 1500);
  return () => clearTimeout(timer);
};
