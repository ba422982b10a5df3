import { useEffect } from 'react';

/** Asks before the tab is closed or reloaded. */
export const useHeldTab = (isActive: boolean) => {
  useEffect(() => {
    if (!isActive) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isActive]);
};
