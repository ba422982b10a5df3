import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadWhenIdle, screen } from '#src/screen.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const aLoad = (slug: string) => {
  const load = vi.fn(async () => ({ Page: () => null }));
  screen(slug, load, 'Page');
  return load;
};

test('the next screens are fetched ahead when the browser is idle, one at a time', () => {
  const [first, second] = [aLoad('first'), aLoad('second')];
  preloadWhenIdle();
  expect(first).not.toHaveBeenCalled();
  vi.advanceTimersToNextTimer();
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
  vi.advanceTimersToNextTimer();
  expect(second).toHaveBeenCalledOnce();
});

test('nothing more is fetched ahead once the frame is left', () => {
  const load = aLoad('third');
  const stop = preloadWhenIdle();
  vi.advanceTimersToNextTimer();
  stop();
  vi.runAllTimers();
  expect(load).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
