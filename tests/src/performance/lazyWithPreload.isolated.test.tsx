import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '#tests/support/unstyled.tsx';

// Each test has a fresh module, since it remembers every screen that was registered.
let { preload, preloadWhenIdle, lazyWithPreload } = await import('#src/performance/lazyWithPreload.tsx');
beforeEach(async () => {
  vi.resetModules();
  ({ preload, preloadWhenIdle, lazyWithPreload } = await import('#src/performance/lazyWithPreload.tsx'));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const aLoad = (slug: string) => {
  const load = vi.fn(async () => ({ Page: () => null }));
  lazyWithPreload(slug, load, 'Page');
  return load;
};

test('the next screens are fetched ahead when the browser is idle, one at a time', async () => {
  const [first, second] = [aLoad('first'), aLoad('second')];
  preloadWhenIdle();
  expect(first).not.toHaveBeenCalled();
  await vi.advanceTimersToNextTimerAsync();
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
  await vi.advanceTimersToNextTimerAsync();
  expect(second).toHaveBeenCalledOnce();
});

test('nothing is fetched ahead in a browser that saves data', async () => {
  const load = aLoad('first');
  Object.assign(navigator, { connection: { saveData: true } });
  try {
    preloadWhenIdle();
    await vi.runAllTimersAsync();
    expect(load).not.toHaveBeenCalled();
  } finally {
    Object.assign(navigator, { connection: undefined });
  }
});

test('a part that a fetched screen brings with it is fetched ahead too', async () => {
  const part = vi.fn(async () => ({ Part: () => null }));
  lazyWithPreload('whole', async () => (lazyWithPreload('part', part, 'Part'), { Page: () => null }), 'Page');
  preloadWhenIdle();
  await vi.runAllTimersAsync();
  expect(part).toHaveBeenCalledOnce();
});

test('a screen that did not come does not hold up the ones after it', async () => {
  lazyWithPreload('gone', () => Promise.reject(new Error('no network')), 'Page');
  const after = aLoad('after');
  preloadWhenIdle();
  await vi.runAllTimersAsync();
  expect(after).toHaveBeenCalledOnce();
});

test('nothing more is fetched ahead once the frame is left', async () => {
  const [, load] = [aLoad('third'), aLoad('fourth')];
  const stop = preloadWhenIdle();
  vi.advanceTimersToNextTimer();
  stop();
  await vi.runAllTimersAsync();
  expect(load).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('what was fetched ahead is there at once, without the fallback that stands in for the rest', async () => {
  const Ready = lazyWithPreload('ready', async () => ({ Page: () => <p>Here</p> }), 'Page');
  const Away = lazyWithPreload('away', async () => ({ Page: () => <p>Here</p> }), 'Page');
  preload('ready');
  await vi.runAllTimersAsync();
  const drawn = (Page: typeof Ready) => render(<Suspense fallback="Loading">{<Page />}</Suspense>).container.textContent;
  expect([drawn(Ready), drawn(Away)]).toEqual(['Here', 'Loading']);
});
