/** The zones offered, the first of them by default. */
export const timeZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Anchorage',
  'Pacific/Honolulu',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Australia/Sydney',
] as const;
export type TimeZone = (typeof timeZones)[number];
export const defaultTimeZone: TimeZone = 'America/New_York';

/** The zone with this name if it is offered, else the default. */
export const knownTimeZone = (name: string): TimeZone => timeZones.find((zone) => zone === name) ?? defaultTimeZone;
