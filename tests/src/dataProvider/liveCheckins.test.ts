import { afterEach, expect, test, vi } from 'vitest';
import { checkinActions } from '#src/dataProvider/checkins.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A stream that the test writes to; it fails when the call is aborted, as that of a browser does. */
const openLine = async () => {
  let line: ReadableStreamDefaultController<Uint8Array> | undefined;
  const aborted = vi.fn();
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (line = controller) });
    signal?.addEventListener('abort', () => {
      aborted();
      line?.error(signal.reason);
    });
    return new Response(body);
  });
  vi.useFakeTimers();
  const ids: string[] = [];
  const stop = new AbortController();
  const ended = vi.fn();
  void checkinActions
    .liveCheckins('here', { onCheckins: (heard) => ids.push(...heard), onPeople: () => undefined }, stop.signal)
    .then(ended, ended);
  await vi.waitFor(() => expect(line).toBeDefined());
  const write = (text: string) => line?.enqueue(new TextEncoder().encode(text));
  write('data: {"checkinIds":["first"]}\n\n');
  await vi.waitFor(() => expect(ids).toEqual(['first']), 10_000);
  return { write, ids, stop, ended, aborted };
};

test('a stream that is silent for 45 seconds has ended, though nobody closed the connection', async () => {
  const { write, ids, ended, aborted } = await openLine();
  for (let beat = 0; beat < 4; beat += 1) {
    write(': still here\n\n');
    await vi.advanceTimersByTimeAsync(30_000);
  }
  write('data: {"checkinIds":["second"]}\n\n');
  await vi.advanceTimersByTimeAsync(44_000);
  expect(ids).toEqual(['first', 'second']);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ended).toHaveBeenCalledOnce();
  expect(aborted).toHaveBeenCalledOnce();
});

test('who stops listening ends the connection', async () => {
  const { stop, ended, aborted } = await openLine();
  stop.abort();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(aborted).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
