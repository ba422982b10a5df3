import { useEffect, useEffectEvent } from 'react';
import { livePollMs } from '#src/limits.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

type OnCheckins = (checkinIds: readonly string[]) => void;

/**
 * Calls `onCheckins` with the ids of new check-ins at the location. An empty list means that some may have been missed and the
 * rows should be fetched again. That happens every few seconds without live updates, and when a hidden tab, which does not
 * listen, is shown again.
 */
export const useLiveCheckins = (locationId: string, onCheckins: OnCheckins) => {
  const data = useAppDataProvider();
  const notify = useEffectEvent(onCheckins);
  useEffect(() => {
    let listening: AbortController | undefined;
    const listen = () => {
      listening?.abort();
      if (document.visibilityState === 'hidden') return;
      listening = new AbortController();
      void listenUntilAborted(listening.signal);
    };
    const restart = () => {
      listen();
      if (document.visibilityState === 'visible') notify([]);
    };
    const listenUntilAborted = async (signal: AbortSignal) => {
      while (!signal.aborted) {
        const hasEnded = await data
          .liveCheckins(locationId, (ids) => !signal.aborted && notify(ids), signal)
          .then(
            () => true,
            () => false,
          );
        await pause(hasEnded ? reopenMs : livePollMs, signal);
        if (!signal.aborted) notify([]);
      }
    };
    listen();
    document.addEventListener('visibilitychange', restart);
    return () => {
      document.removeEventListener('visibilitychange', restart);
      listening?.abort();
    };
  }, [locationId, data]);
};

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
