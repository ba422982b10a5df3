import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getNow, noteServerTime } from '#src/clock.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-30T18:00:00Z') }));
afterEach(() => {
  noteServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

test('where the clock of the device is wrong by more than two minutes, the server’s counts', () => {
  noteServerTime('Mon, 30 Nov 2026 16:00:00 GMT');
  expect(getNow().toISOString()).toBe('2026-11-30T16:00:00.000Z');
  vi.advanceTimersByTime(60_000);
  expect(getNow().toISOString()).toBe('2026-11-30T16:01:00.000Z');
});

test.each(['Mon, 30 Nov 2026 17:58:30 GMT', null, 'yesterday'])(
  'a response with the date %s changes nothing',
  (header) => {
    noteServerTime(header);
    expect(getNow().toISOString()).toBe('2026-11-30T18:00:00.000Z');
  },
);

test('a clock that is put right counts again', () => {
  noteServerTime('Mon, 30 Nov 2026 16:00:00 GMT');
  vi.setSystemTime(new Date('2026-11-30T16:00:10Z'));
  noteServerTime('Mon, 30 Nov 2026 16:00:10 GMT');
  expect(getNow().toISOString()).toBe('2026-11-30T16:00:10.000Z');
});
