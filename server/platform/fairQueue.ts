export interface FairQueueOptions {
  /** Concurrency in total and per key. */
  atOnce: number;
  perKey: number;
  /** Queue length per key and longest wait. Beyond that, `refuse` creates the error. */
  waiting: number;
  timeoutMs: number;
  refuse: () => Error;
}

export interface FairQueue {
  /** Waits for a slot and returns a function that releases it. */
  enter(key: string): Promise<() => void>;
  /** Runs `work` in a slot. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Lane {
  /** When the key last got a slot. New keys come first. */
  lastStarted: number;
  working: number;
  readonly waiting: Set<() => void>;
}

/**
 * A concurrency limit with round-robin scheduling by key, usually a company. A busy key waits for itself and does not
 * delay the others.
 */
export function fairQueue({ atOnce, perKey, waiting, timeoutMs, refuse }: FairQueueOptions): FairQueue {
  /** Idle keys are removed. */
  const lanes = new Map<string, Lane>();
  let [working, started] = [0, 0];

  const isFree = (lane: Lane) => working < atOnce && lane.working < perKey;

  const start = (lane: Lane) => {
    working += 1;
    lane.working += 1;
    lane.lastStarted = started += 1;
  };

  const startNext = () => {
    let next: Lane | undefined;
    for (const lane of lanes.values()) {
      if (lane.waiting.size > 0 && isFree(lane) && (!next || lane.lastStarted < next.lastStarted)) next = lane;
    }
    const [call] = next?.waiting ?? [];
    if (!next || !call) return;
    start(next);
    call();
  };

  const releaseOnce = (key: string, lane: Lane) => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      working -= 1;
      lane.working -= 1;
      startNext();
      if (lane.working === 0 && lane.waiting.size === 0) lanes.delete(key);
    };
  };

  const enter = async (key: string) => {
    const lane = lanes.get(key) ?? { lastStarted: 0, working: 0, waiting: new Set() };
    const isNext = lane.waiting.size === 0 && isFree(lane);
    if (!isNext && lane.waiting.size >= waiting) throw refuse();
    lanes.set(key, lane);
    if (isNext) {
      start(lane);
      return releaseOnce(key, lane);
    }
    await new Promise<void>((resolve, reject) => {
      const call = () => {
        clearTimeout(timer);
        lane.waiting.delete(call);
        resolve();
      };
      const timer = setTimeout(() => {
        lane.waiting.delete(call);
        if (lane.working === 0 && lane.waiting.size === 0) lanes.delete(key);
        reject(refuse());
      }, timeoutMs);
      lane.waiting.add(call);
    });
    return releaseOnce(key, lane);
  };

  return {
    enter,
    run: async (key, work) => {
      const release = await enter(key);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
