/** The zones offered first, the first of them by default. */
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
export const defaultTimeZone: string = timeZones[0];

/** Older names that browsers still list, and today's. */
const renamed: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Only IANA names that this browser or server knows. An offset such as `+05:45` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Today's name of a zone. */
const modernizeZone = (zone: string): string => {
  const name = renamed[zone];
  return name !== undefined && isTimeZone(name) ? name : zone;
};

/** Every zone: those offered first, then all others by name. */
export const allTimeZones = (): string[] => [
  ...new Set([...timeZones, ...Intl.supportedValuesOf('timeZone').map(modernizeZone).toSorted()]),
];

/** 'Mountain Time (Denver)'. */
export function timeZoneText(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return `${name} (${zone.split('/').at(-1)?.replaceAll('_', ' ')})`;
}

/** The zone with this name if it is offered, else the default. */
export const knownTimeZone = (name: string): string =>
  allTimeZones().includes(modernizeZone(name)) ? modernizeZone(name) : defaultTimeZone;
