export interface Write {
  readonly method: string;
  readonly path: string;
}
type Listener = (write: Write) => void;

const listeners = new Set<Listener>();

/** Calls back after each call that may have changed something, told its method and path. Gives a stop. */
export const onWrite = (listener: Listener) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const announceWrite = (write: Write) => {
  for (const tell of listeners) tell(write);
};
