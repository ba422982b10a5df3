import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '#tests/support/unstyled.tsx';

// Each test has a fresh module, since it remembers every screen that was registered.
let { LazyFallback, preload, preloadWhenIdle, lazyWithPreload } = await import('#src/performance/lazyWithPreload.tsx');
beforeEach(async () => {
  vi.resetModules();
  ({ LazyFallback, preload, preloadWhenIdle, lazyWithPreload } = await import('#src/performance/lazyWithPreload.tsx'));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const createLoad = (slug: string) => {
  const load = vi.fn(async () => ({ Page: () => null }));
  lazyWithPreload(slug, load, 'Page');
  return load;
};

test('the next screens are prefetched when the browser is idle, one at a time', async () => {
  const [first, second] = [createLoad('first'), createLoad('second')];
  preloadWhenIdle();
  expect(first).not.toHaveBeenCalled();
  await vi.advanceTimersToNextTimerAsync();
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
  await vi.advanceTimersToNextTimerAsync();
  expect(second).toHaveBeenCalledOnce();
});

test('The other screens are prefetched when the first one has its data, not before', async () => {
  const { IdlePrefetch } = await import('#src/performance/IdlePrefetch.tsx');
  const load = createLoad('other');
  let response = (_text: string) => {};
  const Screen = () =>
    useQuery({ queryKey: ['data'], queryFn: () => new Promise<string>((resolve) => (response = resolve)) }).data ??
    'Loading...';
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
      <IdlePrefetch />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(load).not.toHaveBeenCalled();
  await act(async () => response('Ready'));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(container).toHaveTextContent('Ready');
  expect(load).toHaveBeenCalledOnce();
});

test('nothing is prefetched while a screen that was opened waits for its code', async () => {
  const Late = lazyWithPreload('late', async () => (await sleep(10_000), { Page: () => null }), 'Page');
  const load = createLoad('other');
  render(<Late />);
  preloadWhenIdle();
  await act(() => vi.advanceTimersByTimeAsync(9_999));
  expect(load).not.toHaveBeenCalled();
  await act(() => vi.runAllTimersAsync());
  expect(load).toHaveBeenCalledOnce();
});

test('nothing is prefetched in a browser that saves data', async () => {
  const load = createLoad('first');
  Object.assign(navigator, { connection: { saveData: true } });
  try {
    preloadWhenIdle();
    await vi.runAllTimersAsync();
    expect(load).not.toHaveBeenCalled();
  } finally {
    Object.assign(navigator, { connection: undefined });
  }
});

test('a lazy part of a prefetched screen is prefetched too', async () => {
  const part = vi.fn(async () => ({ Part: () => null }));
  lazyWithPreload('whole', async () => (lazyWithPreload('part', part, 'Part'), { Page: () => null }), 'Page');
  preloadWhenIdle();
  await vi.runAllTimersAsync();
  expect(part).toHaveBeenCalledOnce();
});

test('a screen that did not load does not delay the ones after it', async () => {
  lazyWithPreload('gone', () => Promise.reject(new Error('no network')), 'Page');
  const after = createLoad('after');
  preloadWhenIdle();
  await vi.runAllTimersAsync();
  expect(after).toHaveBeenCalledOnce();
});

test('nothing more is prefetched once the layout is unmounted', async () => {
  const [, load] = [createLoad('third'), createLoad('fourth')];
  const stop = preloadWhenIdle();
  vi.advanceTimersToNextTimer();
  stop();
  await vi.runAllTimersAsync();
  expect(load).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a prefetched screen appears at once, without a fallback', async () => {
  const Ready = lazyWithPreload('ready', async () => ({ Page: () => <p>Here</p> }), 'Page');
  const Away = lazyWithPreload('away', async () => ({ Page: () => <p>Here</p> }), 'Page');
  preload('ready');
  await vi.runAllTimersAsync();
  const getText = (Page: typeof Ready) =>
    render(
      <LazyFallback value="Loading">
        <Page />
      </LazyFallback>,
    ).container.textContent;
  expect([getText(Ready), getText(Away)]).toEqual(['Here', 'Loading']);
});

test('a screen that was not prefetched appears as soon as its code arrives', async () => {
  const Late = lazyWithPreload('late', async () => (await sleep(10), { Page: () => <p>Here</p> }), 'Page');
  const { container } = render(
    <LazyFallback value="Loading">
      <Late />
    </LazyFallback>,
  );
  await act(() => vi.advanceTimersByTimeAsync(9));
  expect(container).toHaveTextContent('Loading');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(container).toHaveTextContent('Here');
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
