import { dayIn } from '#domain/shared/dates.ts';
import { dayText } from '#domain/shared/dateText.ts';
import type { SentLink } from './contract.ts';
import type { InvoiceStatus } from './invoiceStatus.ts';

export const payableStates = ['payable', 'paid', 'void', 'refunded', 'replaced', 'expired'] as const;
type PayableState = (typeof payableStates)[number];

interface Link {
  readonly expiresAt: Date;
  /** The time when a newer link replaced it. */
  readonly replacedAt: Date | null;
}

const states: Record<InvoiceStatus, PayableState> = {
  // A draft is not owed yet, and has no link.
  draft: 'void',
  open: 'payable',
  partially_paid: 'payable',
  overdue: 'payable',
  paid: 'paid',
  void: 'void',
  refunded: 'refunded',
};

/** A settled invoice is checked first: nobody needs a newer link for it. */
export function payableState(status: InvoiceStatus, { expiresAt, replacedAt }: Link, now: Date): PayableState {
  const state = states[status];
  if (state !== 'payable') return state;
  if (replacedAt !== null) return 'replaced';
  return expiresAt <= now ? 'expired' : 'payable';
}

/** 'Link sent Nov 24, not opened', 'Link opened Nov 24', 'Link sent Nov 24, expired Dec 1'. */
export function sentLinkText({ createdAt, expiresAt, isEmailed, openedAt }: SentLink, zone: string, now: Date): string {
  const day = (time: string) => dayText(dayIn(zone, new Date(time)), dayIn(zone, now));
  const sent = `Link ${isEmailed ? 'sent' : 'made'} ${day(createdAt)}`;
  if (new Date(expiresAt) <= now) return `${sent}, expired ${day(expiresAt)}`;
  return openedAt ? `Link opened ${day(openedAt)}` : `${sent}, not opened`;
}

/** The payer's message when a link can no longer be used. */
export const endedLinkText: Record<Exclude<PayableState, 'payable'>, string> = {
  paid: 'This invoice is already paid. Nothing more is owed.',
  void: 'This invoice was canceled. Nothing is owed on it.',
  refunded: 'This invoice was refunded. Nothing is owed on it.',
  replaced: 'A newer payment link was sent for this invoice. Please use that one.',
  expired: 'This payment link has expired. Please ask the gym for a new one.',
};
