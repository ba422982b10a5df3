import { useCallback, useRef, useState } from 'react';
import { messageFrom } from '#src/dataProvider/http.ts';

type Attempt = { state: 'idle' | 'loading' | 'success' } | { state: 'error'; message: string };

/** Idle, then loading, then success or error. `run` does nothing while an attempt is under way. */
export const useAttempt = () => {
  const [attempt, setAttempt] = useState<Attempt>({ state: 'idle' });
  const busy = useRef(false);
  const run = useCallback(async (work: () => Promise<unknown>) => {
    if (busy.current) return false;
    busy.current = true;
    setAttempt({ state: 'loading' });
    try {
      await work();
      setAttempt({ state: 'success' });
      return true;
    } catch (error) {
      setAttempt({ state: 'error', message: messageFrom(error, 'Authentication error') });
      return false;
    } finally {
      busy.current = false;
    }
  }, []);
  return { attempt, run, isBusy: attempt.state === 'loading' };
};
