export interface FairQueueOptions {
  /** Concurrency in total and per key. */
  atOnce: number;
  perKey: number;
  /** Queue length per key and longest wait. Beyond that, `refuse` creates the error. */
  waiting: number;
  patienceMs: number;
  refuse: () => Error;
}

export interface FairQueue {
  /** Waits for a slot and returns a function that releases it. */
  enter(key: string): Promise<() => void>;
  /** Runs `work` in a slot. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Line {
  /** When the key last got a slot. New keys come first. */
  turn: number;
  working: number;
  readonly waiting: Set<() => void>;
}

/**
 * A concurrency limit with round-robin scheduling by key, usually a company. A busy key waits for itself and does not
 * delay the others.
 */
export function fairQueue({ atOnce, perKey, waiting, patienceMs, refuse }: FairQueueOptions): FairQueue {
  /** Idle keys are removed. */
  const lines = new Map<string, Line>();
  let [working, turns] = [0, 0];

  const isFree = (line: Line) => working < atOnce && line.working < perKey;

  const begin = (line: Line) => {
    working += 1;
    line.working += 1;
    line.turn = turns += 1;
  };

  const callNext = () => {
    let next: Line | undefined;
    for (const line of lines.values()) {
      if (line.waiting.size > 0 && isFree(line) && (!next || line.turn < next.turn)) next = line;
    }
    const [call] = next?.waiting ?? [];
    if (!next || !call) return;
    begin(next);
    call();
  };

  const leaving = (key: string, line: Line) => {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      working -= 1;
      line.working -= 1;
      callNext();
      if (line.working === 0 && line.waiting.size === 0) lines.delete(key);
    };
  };

  const enter = async (key: string) => {
    const line = lines.get(key) ?? { turn: 0, working: 0, waiting: new Set() };
    const isNext = line.waiting.size === 0 && isFree(line);
    if (!isNext && line.waiting.size >= waiting) throw refuse();
    lines.set(key, line);
    if (isNext) {
      begin(line);
      return leaving(key, line);
    }
    await new Promise<void>((resolve, reject) => {
      const call = () => {
        clearTimeout(timer);
        line.waiting.delete(call);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.delete(call);
        if (line.working === 0 && line.waiting.size === 0) lines.delete(key);
        reject(refuse());
      }, patienceMs);
      line.waiting.add(call);
    });
    return leaving(key, line);
  };

  return {
    enter,
    run: async (key, work) => {
      const leave = await enter(key);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
