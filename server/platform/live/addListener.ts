/** Returns what removes it again. */
export function addListener<T>(listeners: Map<string, Set<T>>, key: string, listener: T): () => void {
  const those = listeners.get(key) ?? new Set();
  listeners.set(key, those.add(listener));
  return () => {
    those.delete(listener);
    if (those.size === 0 && listeners.get(key) === those) listeners.delete(key);
  };
}
