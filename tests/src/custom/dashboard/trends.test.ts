import { describe, expect, test } from 'vitest';
import { simulatedSparkline } from '#src/custom/dashboard/simulatedSparkline.ts';
import { trendLabel, trendPercent } from '#src/custom/dashboard/trends.ts';

describe('Trend percentages compare against the average of the previous 6 days', () => {
  test.each([
    [[10, 10, 10, 10, 10, 10, 12], 20, '+20%'],
    [[10, 10, 10, 10, 10, 10, 5], -50, '−50%'],
    [[10, 10, 10, 10, 10, 10, 10], 0, '0%'],
    [[0, 0, 0, 0, 0, 6, 3], 200, '+200%'],
    [[1, 1, 1, 1, 1, 1, 0], -100, '−100%'],
    [[1, 2, 3, 4, 5, 6, 4], 14, '+14%'],
    [[99, 10, 10, 10, 10, 10, 10, 12], 20, '+20%'],
  ])('%j is %d', (counts, percent, label) => {
    expect(trendPercent(counts)).toBe(percent);
    expect(trendLabel(percent)).toBe(label);
  });

  test.each([[[0, 0, 0, 0, 0, 0, 5]], [[1, 2, 3]], [[]]])('without a base, %j, it is a dash', (counts) => {
    expect(trendLabel(trendPercent(counts))).toBe('—');
  });
});

describe('The Active Members sparkline of a gym without a history is simulated', () => {
  test('the same for a location and day', () => {
    expect(simulatedSparkline('denver', '2026-03-10', 120)).toEqual(simulatedSparkline('denver', '2026-03-10', 120));
  });

  test('another for another location or day', () => {
    const denver = simulatedSparkline('denver', '2026-03-10', 120);
    expect(simulatedSparkline('chicago', '2026-03-10', 120)).not.toEqual(denver);
    expect(simulatedSparkline('denver', '2026-03-11', 120)).not.toEqual(denver);
  });

  test.each([0, 1, 120, 1000])('seven points near %d, the last of them the count itself', (count) => {
    const points = simulatedSparkline('denver', '2026-03-10', count);
    expect([points.length, points.at(-1)]).toEqual([7, count]);
    const swing = Math.max(1, count * 0.1) + 0.5;
    expect(points.every((point) => point >= 0 && Math.abs(point - count) <= swing)).toBe(true);
  });
});
