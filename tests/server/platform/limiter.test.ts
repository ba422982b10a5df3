import { describe, expect, test, vi } from 'vitest';
import { limiter, type LimiterOptions } from '#server/platform/limiter.ts';

const refused = new Error('refused');
const getLimiter = (options: Partial<LimiterOptions> = {}) =>
  limiter({ atOnce: 1, perKey: 1, waiting: 10, timeoutMs: 60_000, refuse: () => refused, ...options });

/** Work that runs until it is told to end, and adds its name to `order` when it begins. */
function works() {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  };
  const endNext = async () => {
    await new Promise(setImmediate);
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { order, work, endNext };
}

describe('limiter', () => {
  test('keys take turns: the first work of an idle key runs next', async () => {
    const queue = getLimiter();
    const { order, work, endNext } = works();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void queue.run(name[0] ?? '', work(name));
    for (let ended = 0; ended < 6; ended += 1) await endNext();
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('one key never gets more slots than its limit, even when others are free', async () => {
    const queue = getLimiter({ atOnce: 3, perKey: 2 });
    const { order, work, endNext } = works();
    for (const name of ['a1', 'a2', 'a3', 'b1']) void queue.run(name[0] ?? '', work(name));
    await endNext();
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('a full queue of one key refuses at once, and other keys are not affected', async () => {
    const queue = getLimiter({ waiting: 1 });
    const { order, work, endNext } = works();
    void queue.run('a', work('a1'));
    void queue.run('a', work('a2'));
    await expect(queue.run('a', work('a3'))).rejects.toBe(refused);
    void queue.run('b', work('b1'));
    for (let ended = 0; ended < 3; ended += 1) await endNext();
    expect(order).toEqual(['a1', 'b1', 'a2']);
  });

  test('work that waited too long is refused, and never runs afterwards', async () => {
    vi.useFakeTimers();
    const queue = getLimiter({ timeoutMs: 1_000 });
    const leave = await queue.enter('a');
    const late = queue.enter('a');
    late.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1_001);
    await expect(late).rejects.toBe(refused);
    leave();
    (await queue.enter('a'))();
    vi.useRealTimers();
  });

  test('work that fails releases its slot, and releasing twice frees only one', async () => {
    const queue = getLimiter({ atOnce: 2, perKey: 2, waiting: 0 });
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const [first, second] = [await queue.enter('a'), await queue.enter('a')];
    first();
    first();
    await new Promise(setImmediate);
    const third = await queue.enter('a');
    await expect(queue.enter('a')).rejects.toBe(refused);
    second();
    third();
  });

  test('in any order of work, the concurrency limit holds and every key gets a turn', async () => {
    const queue = getLimiter({ atOnce: 4, perKey: 3, waiting: 1_000 });
    const now = { all: 0 } as Record<string, number>;
    const most = { ...now };
    const count = (key: string, by: number) => {
      for (const name of ['all', key]) {
        now[name] = (now[name] ?? 0) + by;
        most[name] = Math.max(most[name] ?? 0, now[name]);
      }
    };
    const done = await Promise.all(
      Array.from({ length: 500 }, (_, nth) => {
        const key = `k${(nth * nth) % 7}`;
        return queue.run(key, async () => {
          count(key, 1);
          for (let step = 0; step < nth % 4; step += 1) await new Promise(setImmediate);
          count(key, -1);
          return nth;
        });
      }),
    );
    expect(done).toHaveLength(500);
    expect(most.all).toBe(4);
    expect(
      Math.max(
        ...Object.entries(most)
          .filter(([key]) => key !== 'all')
          .map(([, value]) => value),
      ),
    ).toBeLessThanOrEqual(3);
  });
});
