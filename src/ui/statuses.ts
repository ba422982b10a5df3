import { capitalize } from '#domain/shared/capitalize.ts';
import { notSeenDays } from '#domain/shared/limits.ts';
import type { MemberStatus } from '#domain/contacts/memberStatus.ts';
import type { InvoiceStatus } from '#domain/invoices/invoiceStatus.ts';
import { dayText } from '#domain/shared/dateText.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { isPastDue, type MembershipTerm, type MembershipStatus } from '#domain/contact-memberships/membershipStatus.ts';
import type { PaymentStatus } from '#domain/invoices/contract.ts';

export type Severity = 'success' | 'warning' | 'error' | 'info' | 'neutral';

/** The color of a text. */
export const severityColor = (severity: Severity) =>
  severity === 'neutral' ? 'var(--mui-palette-text-secondary)' : `var(--mui-palette-${severity}-main)`;

const severityIn =
  (severities: Readonly<Record<string, Severity>>) =>
  (status: string | null | undefined): Severity =>
    (status && Object.hasOwn(severities, status) && severities[status]) || 'neutral';

const purchaseSeverities: Record<InvoiceStatus, Severity> = {
  paid: 'success',
  open: 'warning',
  partially_paid: 'warning',
  overdue: 'error',
  refunded: 'error',
  draft: 'neutral',
  void: 'neutral',
};

/** The badge in invoice lists and details, which differs from the purchase history. */
const invoiceSeverities: Record<InvoiceStatus, Severity> = {
  paid: 'success',
  open: 'warning',
  partially_paid: 'warning',
  overdue: 'error',
  void: 'neutral',
  refunded: 'neutral',
  draft: 'info',
};

/** The color of an amount due: what is owed is red. A draft is not owed. */
export const dueSeverity = ({ due, status }: { due: number; status: string }) => {
  if (due <= 0) return { severity: 'success' } as const;
  return status === 'draft' ? {} : ({ severity: 'error' } as const);
};

export const purchaseHistorySeverity = severityIn(purchaseSeverities);
export const invoiceSeverity = severityIn(invoiceSeverities);

const paymentSeverities: Record<PaymentStatus, Severity> = {
  completed: 'success',
  failed: 'error',
  pending: 'warning',
  refunded: 'neutral',
};
export const paymentSeverity = severityIn(paymentSeverities);

/** `completed` → 'Completed'; missing → 'Unknown'. */
export const paymentStatusLabel = (status: string | null | undefined): string =>
  status ? capitalize(status) : 'Unknown';

export const membershipSeverities: Record<MembershipStatus, Severity> = {
  active: 'success',
  pending: 'warning',
  suspended: 'error',
  expired: 'neutral',
};

export const membershipStatusLabels: Record<MembershipStatus, string> = {
  active: 'Active',
  pending: 'Pending',
  suspended: 'Suspended',
  expired: 'Expired',
};

/** The badge of a membership. A freeze was asked for, so it is no suspension. One whose renewal failed says how long access lasts. */
export function membershipStatusBadge(
  term: MembershipTerm & { readonly status: MembershipStatus; readonly frozenUntil: CalendarDate | null },
  today: CalendarDate,
): { severity: Severity; label: string } {
  const { status, graceUntil, frozenUntil } = term;
  if (status === 'suspended' && frozenUntil) return { severity: 'info', label: frozenText(frozenUntil, today) };
  if (status === 'active' && graceUntil && isPastDue(term, today))
    return { severity: 'warning', label: `Past due until ${dayText(graceUntil, today)}` };
  return { severity: membershipSeverities[status], label: membershipStatusLabels[status] };
}

/** 'Frozen until Dec 3'. */
export const frozenText = (until: CalendarDate, today: CalendarDate) => `Frozen until ${dayText(until, today)}`;

export const memberStatusLabels: Record<MemberStatus, string> = {
  active: 'Active',
  ending_soon: 'Ending soon',
  suspended: 'Frozen or suspended',
  owing: 'Owing',
  not_seen: `Not seen for ${notSeenDays} days`,
};
