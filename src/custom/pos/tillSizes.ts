import { tillColumnsPx } from '#src/limits.ts';

export const besideItems = `@container till (min-width: ${tillColumnsPx}px)`;
export const belowItems = `@container till (max-width: ${tillColumnsPx - 0.05}px)`;

export const touchScreen = '@media (pointer: coarse), (max-width: 768px)';

/** On a touch screen every button is 44 px high. */
export const touchSizes = {
  [touchScreen]: {
    '& .MuiButton-root': { minHeight: 44 },
    '& .MuiIconButton-root': { minWidth: 44, minHeight: 44 },
    // In a field there is no room for it.
    '& .MuiInputBase-root > .MuiIconButton-root': { minWidth: 0, minHeight: 0 },
  },
} as const;
