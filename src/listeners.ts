/** Callbacks of one kind. `listen` adds one and returns the function that removes it again. */
export const createListeners = <Event = void>() => {
  const listeners = new Set<(event: Event) => void>();
  return {
    listen: (listener: (event: Event) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (event: Event) => {
      for (const listener of listeners) listener(event);
    },
  };
};
