import { decimal, roundHalfUp } from './decimal.ts';

/** The stored fraction as a percentage with two decimals, exactly: `0.0881` → `8.81`. */
export const toPercent = (fraction: number): number => Number(roundHalfUp(decimal(fraction), 4)) / 100;

/** `8.81` → `0.0881`, where dividing by 100 would give 0.08810000000000001. */
export const toFraction = (percent: number): number => Number(roundHalfUp(decimal(percent), 2)) / 10_000;

/** The rate as displayed: `8.81%`. */
export const percentLabel = (fraction: number): string => `${toPercent(fraction)}%`;
