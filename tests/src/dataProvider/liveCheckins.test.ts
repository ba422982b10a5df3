import { afterEach, expect, test, vi } from 'vitest';
import { checkinLiveQuery } from '#domain/checkins/contract.ts';
import { checkinActions } from '#src/dataProvider/checkins.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A stream that the test writes to; it fails when the call is aborted, as that of a browser does. */
const openLine = async () => {
  let line: ReadableStreamDefaultController<Uint8Array> | undefined;
  const aborted = vi.fn();
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    urls.push(url);
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (line = controller) });
    signal?.addEventListener('abort', () => {
      aborted();
      line?.error(signal.reason);
    });
    return new Response(body);
  });
  vi.useFakeTimers();
  const ids: string[] = [];
  const people: (readonly string[] | undefined)[] = [];
  const heard: { at?: number } = {};
  const stop = new AbortController();
  const ended = vi.fn();
  void checkinActions
    .liveCheckins(
      'here',
      { onCheckins: (those) => ids.push(...those), onPeople: (those) => people.push(those) },
      stop.signal,
      heard,
    )
    .then(ended, ended);
  await vi.waitFor(() => expect(line).toBeDefined());
  const write = (text: string) => line?.enqueue(new TextEncoder().encode(text));
  write('data: {"checkinIds":["first"]}\n\n');
  await vi.waitFor(() => expect(ids).toEqual(['first']), 10_000);
  return { write, ids, people, heard, urls, stop, ended, aborted };
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

test('the connection ends when the listener stops', async () => {
  const { stop, ended, aborted } = await openLine();
  stop.abort();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(aborted).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('a stream names the people that changed, or none when it may be anybody', async () => {
  const { write, people } = await openLine();
  write('event: people\ndata: {"contactIds":["ann","bob"]}\n\nevent: people\ndata: {}\n\n');
  await vi.waitFor(() => expect(people).toEqual([['ann', 'bob'], undefined]));
});

test('a stream that is opened again says for how long nothing was heard', async () => {
  const { write, ids, heard, urls, stop } = await openLine();
  write(': still here\n\ndata: {"checkinIds":["second"]}\n\n');
  await vi.waitFor(() => expect(ids).toContain('second'));
  await vi.advanceTimersByTimeAsync(7_000);
  stop.abort();
  const listener = { onCheckins: () => undefined, onPeople: () => undefined };
  const again = new AbortController();
  void checkinActions.liveCheckins('here', listener, again.signal, heard).catch(() => undefined);
  await vi.waitFor(() => expect(urls).toHaveLength(2));
  again.abort();
  const missed = (url = '') => Number(new URL(url, 'http://gym.test').searchParams.get('missedMs'));
  expect(missed(urls[0])).toBe(0);
  expect(missed(urls[1])).toBeGreaterThanOrEqual(7_000);
  expect(missed(urls[1])).toBeLessThan(10_000);
});

test('a tab that slept for weeks says the longest time that the server takes', async () => {
  const { urls } = await openLine();
  const listener = { onCheckins: () => undefined, onPeople: () => undefined };
  const again = new AbortController();
  const heard = { at: Date.now() - 30 * 86_400_000 };
  void checkinActions.liveCheckins('here', listener, again.signal, heard).catch(() => undefined);
  await vi.waitFor(() => expect(urls).toHaveLength(2));
  again.abort();
  const asked = Object.fromEntries(new URL(urls[1] ?? '', 'http://gym.test').searchParams);
  const query = { ...asked, locationId: '0190a1b2-0000-7000-8000-000000000001' };
  expect(checkinLiveQuery.parse(query).missedMs).toBe(999_999_999);
});
