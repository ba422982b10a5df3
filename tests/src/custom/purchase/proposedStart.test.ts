import { describe, expect, test } from 'vitest';
import { proposedStart } from '#src/custom/purchase/purchaseData.ts';

describe('The start date proposed is the day after the end of a plan that is held', () => {
  test.each([
    [[], '2026-03-10'],
    [['2026-03-09'], '2026-03-10'],
    [['2026-03-10'], '2026-03-11'],
    [['2026-06-30', '2026-04-01', null], '2026-07-01'],
  ] as [(string | null)[], string][])('%j proposes %s', (ends, start) => {
    expect(proposedStart(ends, '2026-03-10')).toBe(start);
  });
});
