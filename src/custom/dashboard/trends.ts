import { sum } from '#domain/shared/money.ts';
import { trendDays } from '#src/limits.ts';
import { percentChangeText } from '#src/ui/labels.ts';

/** Today (the last of 7 days) compared with the average of the 6 days before, in whole percent. Null when that average is 0. */
export function trendPercent(counts: readonly number[]): number | null {
  if (counts.length < trendDays) return null;
  const today = counts.at(-1) ?? 0;
  const before = counts.slice(-trendDays, -1);
  const total = sum(before);
  if (total === 0) return null;
  return Math.round((today * before.length * 100) / total - 100);
}

/** '+12%', '−5%', '0%', or a dash for null. */
export const trendLabel = (percent: number | null): string => (percent === null ? '—' : percentChangeText(percent));
