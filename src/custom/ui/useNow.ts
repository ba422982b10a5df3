import { useEffect, useState } from 'react';

/** The clock for screens, a minute at a time: what depends on the day changes with it while the page stays open. */
export const useNow = () => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
};
