import type { Severity } from '#src/ui/statuses.ts';

interface CheckinDenial {
  readonly title: string;
  readonly severity: Extract<Severity, 'error' | 'warning' | 'info'>;
}

/** The first match wins, case-insensitively. */
const table: readonly (CheckinDenial & { readonly keywords: readonly string[] })[] = [
  { keywords: ['blocked'], title: 'Access Blocked', severity: 'error' },
  { keywords: ['suspended'], title: 'Access Suspended', severity: 'error' },
  { keywords: ['no visits left'], title: 'No Visits Left', severity: 'warning' },
  { keywords: ['expired'], title: 'Membership Expired', severity: 'warning' },
  { keywords: ['not started yet', 'has not started'], title: 'Membership Pending', severity: 'info' },
  { keywords: ['at this time'], title: 'Outside Access Hours', severity: 'warning' },
  { keywords: ['location'], title: 'Location Restricted', severity: 'warning' },
  { keywords: ['no membership'], title: 'No Membership', severity: 'warning' },
];

const anythingElse: CheckinDenial = { title: 'Access Denied', severity: 'error' };

export function checkinDenial(message: string): CheckinDenial {
  const text = message.toLowerCase();
  const { title, severity } =
    table.find(({ keywords }) => keywords.some((word) => text.includes(word))) ?? anythingElse;
  return { title, severity };
}
