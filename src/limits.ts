/** Sizes and times that only the screens use. What the server uses too is in domain/shared/limits.ts. */

export const searchDebounceMs = 300;

export const posPageSize = 20;
export const tilesPageSize = 100;
/** From this width on, the till has its cart beside the items. */
export const tillColumnsPx = 660;
export const contactDropdownSize = 8;
export const skeletonRows = 5;

export const activityPageSize = 10;
export const paletteFoundSize = 5;

export const recentCheckinsLimit = 100;
export const recentCheckinsShown = 20;
export const trendDays = 7;

/** After this time the payer is told that the card form does not load. */
export const stripeTimeoutMs = 15_000;

export const doorOpenedMs = 2000;
export const checkinSuccessMs = 5000;
export const successBannerMs = 3000;
export const posSuccessMs = 2500;
/** How often a till asks which sales other tills have parked, and for the prices of its cart. */
export const tillPollMs = 30_000;
export const imageFailureRedirectMs = 2000;
export const partialMembershipRedirectMs = 3000;

export const desktopBreakpointPx = 769;

export const cameraIdeal = { width: 640, height: 480 } as const;
export const cameraMax = { width: 1280, height: 720 } as const;
export const cameraFacing = 'environment';
export const cameraJpegQuality = 0.9;

export const newCheckinMs = 20_000;
/** Polling interval of the front desk when live updates are unavailable. */
export const livePollMs = 15_000;
