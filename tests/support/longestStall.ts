const everyMs = 20;

/** For how long this process did nothing else while it did this. Files that nobody limits take more than ten seconds. */
export async function longestStall<T>(work: () => Promise<T>): Promise<{ result: T; stallMs: number }> {
  let last = performance.now();
  let stallMs = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    stallMs = Math.max(stallMs, now - last - everyMs);
    last = now;
  }, everyMs);
  const result = await work();
  clearInterval(timer);
  return { result, stallMs: Math.max(stallMs, performance.now() - last - everyMs) };
}
