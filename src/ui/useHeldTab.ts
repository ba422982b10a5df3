import { useEffect } from 'react';
import { readSession } from '#src/authProvider/session.ts';

/** Asks before the tab is closed or reloaded, but holds no page of a session that has ended. Visitors have none. */
export const useHeldTab = (isActive: boolean) => {
  useEffect(() => {
    if (!isActive) return undefined;
    const hadSession = readSession() !== null;
    const hold = (event: BeforeUnloadEvent) => {
      if (!hadSession || readSession()) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isActive]);
};
