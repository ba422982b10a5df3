import { useEffect } from 'react';
import { readSession } from '#src/authProvider/session.ts';

/** Asks before the tab is closed or reloaded, but holds no page of somebody who no longer is signed in. Visitors never are. */
export const useHeldTab = (isActive: boolean) => {
  useEffect(() => {
    if (!isActive) return undefined;
    const owner = readSession()?.user.id;
    const hold = (event: BeforeUnloadEvent) => {
      if (!owner || owner === readSession()?.user.id) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isActive]);
};
