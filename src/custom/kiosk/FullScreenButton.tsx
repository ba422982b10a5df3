import { useSyncExternalStore } from 'react';

/** Hides the browser's own bars. Not shown where a page cannot do that, or while it does. */
export const FullScreenButton = () => {
  const isFull = useSyncExternalStore(onChange, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled || isFull) return null;
  const enter = () => void document.documentElement.requestFullscreen().catch(() => undefined);
  return (
    <button type="button" className="kiosk-link" onClick={enter}>
      Full screen
    </button>
  );
};

const onChange = (notify: () => void) => {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
};
