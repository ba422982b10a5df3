import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mergeActivity,
  planChanges,
  type Dated,
  type Loaded,
} from '#src/resources/contacts/information/activity/mergeActivity.ts';

const at = (id: string, time: number): Dated => ({ id, at: time });
const whole = (...entries: Dated[]): Loaded<Dated> => ({ entries, hasMore: false });
const partly = (...entries: Dated[]): Loaded<Dated> => ({ entries, hasMore: true });
const ids = (entries: readonly Dated[]) => entries.map(({ id }) => id).join('');

describe('several sources as one', () => {
  test.each([
    ['nothing is nothing', [whole(), whole()], 2, '', [], false],
    ['merged newest first', [whole(at('b', 2)), whole(at('c', 3), at('a', 1))], 3, 'cba', [], false],
    ['at one time by id, as the server orders them', [whole(at('a', 1)), whole(at('b', 1))], 2, 'ba', [], false],
    ['so many at most, and more to come', [whole(at('c', 3), at('b', 2), at('a', 1))], 2, 'cb', [], true],
    ['one that is read twice is there once', [whole(at('b', 2), at('b', 2), at('a', 1))], 3, 'ba', [], false],
    [
      'what may have an unread one before it waits',
      [partly(at('c', 3)), whole(at('d', 4), at('a', 1))],
      3,
      'dc',
      [0],
      true,
    ],
    [
      'a source that reaches back far enough is not read on',
      [partly(at('a', 1)), whole(at('c', 3), at('b', 2))],
      2,
      'cb',
      [],
      true,
    ],
    [
      'only the ones that do not reach back far enough are read on',
      [partly(at('d', 4)), partly(at('a', 1)), whole(at('c', 3), at('b', 2))],
      3,
      'd',
      [0],
      true,
    ],
    [
      'with too few of all, each that has more is read on',
      [partly(at('b', 2)), partly(at('a', 1))],
      3,
      'b',
      [0, 1],
      true,
    ],
    ['a source that is not read yet holds back everything', [partly(), whole(at('a', 1))], 1, '', [0], true],
  ] as [string, Loaded<Dated>[], number, string, number[], boolean][])(
    '%s',
    (_case, sources, count, shown, wanting, hasMore) => {
      const merged = mergeActivity(sources, count);
      expect({ ...merged, shown: ids(merged.shown) }).toEqual({ shown, wanting, hasMore });
    },
  );

  test('read page by page, whatever the sources hold, none is skipped, repeated or moved', () => {
    const source = fc.uniqueArray(fc.tuple(fc.nat(20), fc.nat(999)), { selector: ([, id]) => id, maxLength: 25 });
    fc.assert(
      fc.property(fc.array(source, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 4 }), (drawn, size) => {
        const full = drawn.map((rows, index) =>
          rows.map(([time, id]) => at(`${index}:${String(id).padStart(3, '0')}`, time)).toSorted(order),
        );
        const truth = full.flat().toSorted(order);
        const read = full.map(() => size);
        const now = () =>
          mergeActivity(
            full.map((rows, index) => ({
              entries: rows.slice(0, read[index]),
              hasMore: (read[index] ?? 0) < rows.length,
            })),
            count,
          );
        let count = 0;
        let merged = now();
        for (let page = 0; page <= truth.length; page += 1) {
          const before = merged.shown;
          count += size;
          for (merged = now(); merged.wanting.length > 0 && merged.shown.length < count; merged = now()) {
            for (const index of merged.wanting) read[index] = (read[index] ?? 0) + size;
          }
          expect(merged.shown.slice(0, before.length)).toEqual(before);
          expect(merged.shown).toEqual(truth.slice(0, count));
        }
        expect(merged.hasMore).toBe(false);
      }),
    );
  });
});

const order = (a: Dated, b: Dated) => b.at - a.at || (a.id < b.id ? 1 : -1);

describe('what became of a plan', () => {
  const zone = 'America/Denver';
  const now = new Date('2026-03-10T18:00:00Z');
  const plan = {
    id: 'p',
    accessEnabled: true,
    startDate: '2026-03-01',
    endDate: null,
    contractEndDate: null,
    purchaseDate: '2026-03-01T17:00:00.000Z',
    membershipName: 'Gold',
  };

  test.each([
    [
      'started on the day of its purchase, by the clock of the place',
      { purchaseDate: '2026-03-02T06:30:00.000Z' },
      ['boughtAndStarted 2026-03-02T06:30:00.000Z'],
    ],
    ['started later', { startDate: '2026-03-05' }, ['bought 2026-03-01T17:00:00.000Z', 'started 2026-03-05']],
    ['not started yet', { startDate: '2026-03-11' }, ['bought 2026-03-01T17:00:00.000Z']],
    ['ended yesterday', { endDate: '2026-03-09' }, ['boughtAndStarted 2026-03-01T17:00:00.000Z', 'ended 2026-03-09']],
    ['its last day is today', { endDate: '2026-03-10' }, ['boughtAndStarted 2026-03-01T17:00:00.000Z']],
    [
      'past due, in its grace period',
      { endDate: '2026-03-08', graceUntil: '2026-03-10' },
      ['boughtAndStarted 2026-03-01T17:00:00.000Z'],
    ],
    [
      'after its grace period, with the last day of it',
      { endDate: '2026-03-05', contractEndDate: '2026-03-05', graceUntil: '2026-03-08' },
      ['boughtAndStarted 2026-03-01T17:00:00.000Z', 'ended 2026-03-08'],
    ],
    [
      'the earlier of two ends',
      { endDate: '2026-03-08', contractEndDate: '2026-03-05' },
      ['boughtAndStarted 2026-03-01T17:00:00.000Z', 'ended 2026-03-05'],
    ],
  ] as const)('%s', (_case, change, expected) => {
    expect(planChanges({ ...plan, ...change }, now, zone).map(({ kind, day }) => `${kind} ${day}`)).toEqual(expected);
  });

  test('each event has the plan of its time, and a change of plan is one of its own', () => {
    const change = { changedAt: '2026-03-06T17:00:00.000Z', fromPlan: 'Silver', toPlan: 'Gold' };
    const events = planChanges(
      { ...plan, startDate: '2026-03-05', endDate: '2026-03-08', planChanges: [change] },
      now,
      zone,
    );
    expect(events.map(({ kind, planName, oldName }) => [kind, planName, oldName])).toEqual([
      ['bought', 'Silver', undefined],
      ['started', 'Silver', undefined],
      ['changed', 'Gold', 'Silver'],
      ['ended', 'Gold', undefined],
    ]);
  });

  test('a start and an end are as old as the first and the last moment with access', () => {
    const [, started, ended] = planChanges({ ...plan, startDate: '2026-03-05', endDate: '2026-03-08' }, now, zone);
    expect([started?.at, ended?.at]).toEqual([Date.parse('2026-03-05T07:00:00Z'), Date.parse('2026-03-09T06:00:00Z')]);
  });
});
