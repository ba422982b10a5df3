import pLimit, { type LimitFunction } from 'p-limit';

export interface LimiterOptions {
  atOnce: number;
  perKey: number;
  /** Per key. Beyond it, or after this wait, `refuse` creates the error. */
  waiting: number;
  timeoutMs: number;
  refuse: () => Error;
}

export interface Limiter {
  enter(key: string): Promise<() => void>;
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/**
 * A limit per key, usually a company, in front of one for all. A key never has more work in the common queue than it may
 * run at once, so a busy key waits for itself and the others take turns with it.
 */
export function limiter({ atOnce, perKey, waiting, timeoutMs, refuse }: LimiterOptions): Limiter {
  const all = pLimit(atOnce);
  const keys = new Map<string, LimitFunction>();

  const run = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const own = keys.get(key) ?? pLimit(perKey);
    if (own.activeCount + own.pendingCount >= perKey + waiting) throw refuse();
    keys.set(key, own);
    return new Promise<T>((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(refuse());
      }, timeoutMs);
      const inSlot = async () => {
        clearTimeout(timer);
        if (!isLate) resolve(await work());
      };
      void own(() => all(inSlot))
        .catch(reject)
        .finally(() => own.activeCount + own.pendingCount === 0 && keys.delete(key));
    });
  };

  const enter = (key: string) =>
    new Promise<() => void>((entered, refused) => {
      run(key, () => new Promise<void>((release) => entered(release))).catch(refused);
    });

  return { enter, run };
}
