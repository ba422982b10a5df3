type Listener = (path: string) => void;

const listeners = new Set<Listener>();

/** Calls back after each call that may have changed something, told its path. Gives a stop. */
export const onWrite = (listener: Listener) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const announceWrite = (path: string) => {
  for (const tell of listeners) tell(path);
};
