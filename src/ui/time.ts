import { useEffect, useEffectEvent, useState } from 'react';
import { searchDebounceMs } from '#src/limits.ts';
import { getNow } from '#src/clock.ts';

/** Calls back once, `ms` after the first render with that number. Null calls nothing. */
export const useTimeout = (callback: () => void, ms: number | null) => {
  const end = useEffectEvent(callback);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }, [ms]);
};

export const useDebounced = (text: string, initial = '') => {
  const [settled, setSettled] = useState(initial);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/** The current time, updated every minute, so that an open page notices a new day. */
export const useNow = () => {
  const [now, setNow] = useState(getNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(getNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
};
