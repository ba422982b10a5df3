import { useEffect, useEffectEvent } from 'react';
import { livePollMs } from '#src/limits.ts';
import { checkinActions, type LiveListener } from '#src/dataProvider/checkins.ts';

/**
 * Calls `onCheckins` with the ids of new check-ins at the location. An empty list means that some may have been missed and the
 * rows should be fetched again. That happens every few seconds without live updates, when the browser is online again, and when
 * a hidden tab, which does not listen, is shown again. Calls `onPeople` with the ids of people whom a search finds anew, by
 * something else or no longer; without ids when it may be anybody, as once a minute without live updates. All listeners of a tab
 * share one stream.
 */
export const useLiveCheckins = (locationId: string, { onCheckins, onPeople }: Partial<LiveListener>) => {
  const hearCheckins = useEffectEvent((ids: readonly string[]) => onCheckins?.(ids));
  const hearPeople = useEffectEvent((ids?: readonly string[]) => onPeople?.(ids));
  useEffect(() => {
    const listener = { onCheckins: hearCheckins, onPeople: hearPeople };
    const shared = streams.get(locationId) ?? openStream(locationId);
    shared.listeners.add(listener);
    return () => {
      shared.listeners.delete(listener);
      if (shared.listeners.size === 0) shared.close();
    };
  }, [locationId]);
};

interface Stream {
  readonly listeners: Set<LiveListener>;
  readonly close: () => void;
}

/** Keyed by location. Only one is open, but for the moment in which the location is switched. */
const streams = new Map<string, Stream>();

const openStream = (locationId: string): Stream => {
  const listeners = new Set<LiveListener>();
  const notify: LiveListener = {
    onCheckins: (ids) => listeners.forEach(({ onCheckins }) => onCheckins(ids)),
    onPeople: (ids) => listeners.forEach(({ onPeople }) => onPeople(ids)),
  };
  const heard: { at?: number } = {};
  let peopleReadAt = Date.now();
  const readPeople = () => {
    if (Date.now() - Math.max(peopleReadAt, heard.at ?? 0) < oldAfterMs) return;
    peopleReadAt = Date.now();
    notify.onPeople();
  };
  let listening: AbortController | undefined;
  const listen = () => {
    listening?.abort();
    if (document.visibilityState === 'hidden') return;
    listening = new AbortController();
    void listenUntilAborted(listening.signal);
  };
  const restart = () => {
    listen();
    if (document.visibilityState === 'visible') notify.onCheckins([]);
  };
  const listenUntilAborted = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const hasEnded = await checkinActions
        .liveCheckins(
          locationId,
          {
            onCheckins: (ids) => !signal.aborted && notify.onCheckins(ids),
            onPeople: (ids) => !signal.aborted && notify.onPeople(ids),
          },
          signal,
          heard,
        )
        .then(
          () => true,
          () => false,
        );
      await pause(hasEnded ? reopenMs : livePollMs, signal);
      if (signal.aborted) return;
      notify.onCheckins([]);
      if (!hasEnded) readPeople();
    }
  };
  const close = () => {
    document.removeEventListener('visibilitychange', restart);
    window.removeEventListener('online', restart);
    listening?.abort();
    streams.delete(locationId);
  };
  document.addEventListener('visibilitychange', restart);
  window.addEventListener('online', restart);
  const stream = { listeners, close };
  streams.set(locationId, stream);
  listen();
  return stream;
};

/** How old the people may become without live updates. A stream that is opened again says what was missed. */
const oldAfterMs = 60_000;

/** The server ends a stream every few minutes. It is reopened after this time. */
const reopenMs = 500;

/** Waits for a time, or until aborted. Removes its listener from the signal, which lives as long as the screen. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
