import { expect, test } from 'vitest';
import * as limits from '#src/limits.ts';

test.each([
  ['a search waits after the last key, in ms', limits.searchDebounceMs, 300],
  ['success banners hide after, in ms', limits.successBannerMs, 3000],
  ['the check-in success message hides after, in ms', limits.checkinSuccessMs, 5000],
  ['the Door Opened indicator hides after, in ms', limits.doorOpenedMs, 2000],
  ['POS success returns to the cart after, in ms', limits.posSuccessMs, 2500],
  ['a failed image upload redirects after, in ms', limits.imageFailureRedirectMs, 2000],
  ['a partial membership create redirects after, in ms', limits.partialMembershipRedirectMs, 3000],
  ['POS sales items on a page', limits.posPageSize, 20],
  ['contacts in a search dropdown', limits.contactDropdownSize, 8],
  ['recent check-ins that are asked for', limits.recentCheckinsLimit, 100],
  ['recent check-ins that are shown', limits.recentCheckinsShown, 20],
  ['days of a trend', limits.trendDays, 7],
  ['skeleton rows', limits.skeletonRows, 5],
  ['the desktop breakpoint, in px', limits.desktopBreakpointPx, 769],
])('%s: %d', (_limit, value, promised) => {
  expect(value).toBe(promised);
});
