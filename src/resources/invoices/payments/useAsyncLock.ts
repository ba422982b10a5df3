import { useRef, useState } from 'react';

/** Runs one thing at a time: while it runs, a second press, or Enter after a click, does nothing. */
export const useAsyncLock = () => {
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const withLock = async (work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { withLock, isBusy };
};
