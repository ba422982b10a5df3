import { useEffect, useState } from 'react';
import { searchDebounceMs } from '#src/limits.ts';

/** The text as it is 300 ms after the last key. */
export const useDebounced = (text: string) => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/** The current time, updated every minute, so that an open page follows the date. */
export const useNow = () => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
};
