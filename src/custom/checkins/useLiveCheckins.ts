import { useEffect, useEffectEvent } from 'react';
import { livePollMs } from '#src/limits.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

type OnNews = (checkinIds: readonly string[]) => void;

/**
 * Calls `onNews` with the ids of new check-ins at the location. An empty list means that some may have been missed and the
 * rows should be fetched again. That happens every few seconds without live updates, and when a hidden tab, which does not
 * listen, is shown again.
 */
export const useLiveCheckins = (locationId: string, onNews: OnNews) => {
  const data = useAppDataProvider();
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    let listening: AbortController | undefined;
    const follow = () => {
      listening?.abort();
      if (document.visibilityState === 'hidden') return;
      listening = new AbortController();
      void keepListening(listening.signal);
    };
    const followAgain = () => {
      follow();
      if (document.visibilityState === 'visible') tell([]);
    };
    const keepListening = async (signal: AbortSignal) => {
      while (!signal.aborted) {
        const hasEnded = await data.liveCheckins(locationId, (ids) => !signal.aborted && tell(ids), signal).then(
          () => true,
          () => false,
        );
        await pause(hasEnded ? reopenMs : livePollMs, signal);
        if (!signal.aborted) tell([]);
      }
    };
    follow();
    document.addEventListener('visibilitychange', followAgain);
    return () => {
      document.removeEventListener('visibilitychange', followAgain);
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
