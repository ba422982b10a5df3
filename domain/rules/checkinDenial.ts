import type { Tone } from './tone.ts';

export interface CheckinDenial {
  readonly title: string;
  readonly tone: Extract<Tone, 'error' | 'warning' | 'info'>;
}

/** The first that matches wins, whatever the case of the letters. */
const table: readonly (CheckinDenial & { readonly keywords: readonly string[] })[] = [
  { keywords: ['suspended'], title: 'Access Suspended', tone: 'error' },
  { keywords: ['expired'], title: 'Membership Expired', tone: 'warning' },
  { keywords: ['not started yet', 'has not started'], title: 'Membership Pending', tone: 'info' },
  { keywords: ['location'], title: 'Location Restricted', tone: 'warning' },
  { keywords: ['no membership'], title: 'No Membership', tone: 'warning' },
];

const anythingElse: CheckinDenial = { title: 'Access Denied', tone: 'error' };

/** The title and tone under which a denial's message is shown. */
export function checkinDenial(message: string): CheckinDenial {
  const text = message.toLowerCase();
  const { title, tone } = table.find(({ keywords }) => keywords.some((word) => text.includes(word))) ?? anythingElse;
  return { title, tone };
}
