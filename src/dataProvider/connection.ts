/** Whether the server can be reached: what the browser says of its network, and what became of the last call. */
const changed = new EventTarget();
let wasLastCallLost = false;

export const isOffline = () => !navigator.onLine || wasLastCallLost;

/** Told after each call, whether it got any answer. */
export const noteCall = (gotAnswer: boolean) => {
  if (wasLastCallLost !== gotAnswer) return;
  wasLastCallLost = !gotAnswer;
  changed.dispatchEvent(new Event('change'));
};

export const onConnectionChange = (listener: () => void) => {
  changed.addEventListener('change', listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    changed.removeEventListener('change', listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};
