import { cancellationReasonLabels } from '#domain/contact-memberships/cancellation.ts';

/** Who left without canceling has no reason of their own. */
export const leavingReasonLabels = {
  ...cancellationReasonLabels,
  not_renewed: 'Not renewed',
  card_declined: 'Card declined',
  elsewhere: 'Now at another location',
} as const;

export type LeavingReason = keyof typeof leavingReasonLabels;
