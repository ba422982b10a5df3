export const importStatuses = ['active', 'pending', 'suspended', 'expired'] as const;
export type ImportStatus = (typeof importStatuses)[number];
export const importRenewals = ['card', 'manual', 'none'] as const;
type ImportRenewal = (typeof importRenewals)[number];

const statusWords: Record<ImportStatus, readonly string[]> = {
  active: [
    'active',
    'current',
    'live',
    'ok',
    'open',
    'member',
    'good standing',
    'paid',
    'trial',
    'declined',
    'past due',
    'overdue',
    'delinquent',
    'alert',
  ],
  pending: ['pending', 'not started', 'future', 'upcoming', 'scheduled', 'pending start', 'pending active'],
  suspended: ['suspended', 'frozen', 'freeze', 'on hold', 'hold', 'paused', 'locked'],
  expired: [
    'expired',
    'cancelled',
    'canceled',
    'terminated',
    'inactive',
    'ended',
    'lapsed',
    'completed',
    'former',
    'former member',
    'alumni',
    'non member',
    'no membership',
    'closed',
  ],
};

const renewalWords: Record<ImportRenewal, readonly string[]> = {
  card: [
    'card',
    'credit card',
    'debit card',
    'cc',
    'stripe',
    'auto',
    'automatic',
    'autopay',
    'auto pay',
    'auto renew',
    'recurring',
    'eft',
    'ach',
    'direct debit',
    'yes',
    'y',
    'true',
    'on',
    '1',
    'enabled',
    'active',
  ],
  manual: [
    'manual',
    'by hand',
    'cash',
    'check',
    'cheque',
    'invoice',
    'bank transfer',
    'transfer',
    'front desk',
    'other',
  ],
  none: [
    'none',
    'no',
    'n',
    'false',
    'off',
    '0',
    'never',
    'disabled',
    'inactive',
    'does not renew',
    'paid in full',
    'non recurring',
  ],
};

const mapWords = <T extends string>(words: Record<T, readonly string[]>) =>
  new Map((Object.keys(words) as T[]).flatMap((key) => words[key].map((word): [string, T] => [word, key])));
const statuses = mapWords(statusWords);
const renewals = mapWords(renewalWords);
const toWordKey = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** 'On Hold' is suspended. An unknown word is returned unchanged, for validation to reject. */
export const readStatus = (text: string): string => statuses.get(toWordKey(text)) ?? text;
export const readRenewal = (text: string): string => renewals.get(toWordKey(text)) ?? text;

/** '$1,234.50' and '1.234,50 €' as 1234.5, '49,00 €' as 49, '(12.00)' as -12. NaN for text that is not an amount. */
export function readAmount(text: string): number {
  const bare = text.replaceAll(/[\s$€£]|usd/gi, '');
  const [, open, minus, digits = ''] = /^(\()?(-)?([\d.,]+)\)?$/.exec(bare) ?? [];
  const english = /^\d+(\.\d{3})*,\d{1,2}$/.test(digits)
    ? digits.replaceAll('.', '').replace(',', '.')
    : digits.replaceAll(/,(?=\d{3}(\D|$))/g, '');
  if (!/^\d+(\.\d+)?$/.test(english)) return Number.NaN;
  return (open || minus ? -1 : 1) * Number(english);
}
