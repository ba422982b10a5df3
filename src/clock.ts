/**
 * The time by the server's clock. That of a device may be wrong by hours, as where somebody set the time instead of the time zone; it
 * would then be another day, or a signature in the future.
 */
let behindMs = 0;

export const getNow = () => new Date(Date.now() + behindMs);

/** A response may have been on its way for a while. */
const toleratedMs = 2 * 60_000;

/** From the `Date` header of a response. */
export const noteServerTime = (header: string | null) => {
  const difference = Date.parse(header ?? '') - Date.now();
  if (!Number.isNaN(difference)) behindMs = Math.abs(difference) > toleratedMs ? difference : 0;
};
