import { capitalize } from '#domain/shared/capitalize.ts';

/** In the order in which a bank reads them. */
export const evidenceParts = ['customer', 'purchase', 'receipt', 'agreements', 'visits', 'emails', 'policy'] as const;
export type EvidencePart = (typeof evidenceParts)[number];

/** Stripe waits for the gym's answer. */
export const unansweredStatuses = ['needs_response', 'warning_needs_response'] as const;

interface State {
  readonly status: string;
  readonly dueBy: Date | null;
}

/** Null while evidence can be sent. */
export function answerRefusal({ status, dueBy }: State, now: Date): string | null {
  if (status === 'won' || status === 'lost') return `The bank has decided: this dispute is ${status}`;
  if (status === 'under_review' || status === 'warning_under_review') return 'This dispute was answered already';
  if (!unansweredStatuses.some((waiting) => waiting === status)) return 'This dispute is closed';
  return dueBy !== null && dueBy <= now ? 'The time to answer this dispute is over' : null;
}

/** 'product_not_received' is 'Product not received'. */
export const disputeReasonText = (reason: string): string =>
  capitalize(reason.replaceAll('_', ' ')) || 'No reason given';
