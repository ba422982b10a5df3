import type { ActivityAction } from '#domain/activity/sentences.ts';
import type { Action } from '#domain/shared/access.ts';

export const eventTypes = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'membership.started',
  'membership.renewed',
  'membership.frozen',
  'membership.resumed',
  'membership.plan_changed',
  'membership.canceled',
  'membership.ended',
  'invoice.created',
  'invoice.paid',
  'invoice.overdue',
  'invoice.voided',
  'invoice.refunded',
  'payment.failed',
  'checkin.granted',
  'checkin.denied',
  'agreement.signed',
  'drawer.closed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Sent by a press of Test to see whether a receiver answers. Nothing happened. */
export const testType = 'webhook.test';

/**
 * A membership starts when it is granted: one that is sold by card is logged before. A job finds what comes with a date, such as
 * the end of a membership or a freeze.
 */
export const eventOfAction: Partial<Record<ActivityAction, EventType>> = {
  'contact.created': 'contact.created',
  'contact.imported': 'contact.created',
  'contact.restored': 'contact.created',
  'contact.updated': 'contact.updated',
  'contact.deleted': 'contact.deleted',
  'contact.erased': 'contact.deleted',
  'contact-membership.created': 'membership.started',
  'contact-membership.granted': 'membership.started',
  'contact-membership.imported': 'membership.started',
  'contact-membership.renewed': 'membership.renewed',
  'contact-membership.frozen': 'membership.frozen',
  'contact-membership.freeze-removed': 'membership.resumed',
  'contact-membership.plan-changed': 'membership.plan_changed',
  'contact-membership.canceled': 'membership.canceled',
  'invoice.created': 'invoice.created',
  'invoice.imported': 'invoice.created',
  'invoice.paid': 'invoice.paid',
  'invoice.overdue': 'invoice.overdue',
  'invoice.voided': 'invoice.voided',
  'invoice.written-off': 'invoice.voided',
  'invoice.refunded': 'invoice.refunded',
  'invoice.payment-failed': 'payment.failed',
  'checkin.granted': 'checkin.granted',
  'checkin.denied': 'checkin.denied',
  'drawer.closed': 'drawer.closed',
};

/** An event may be read by whoever may read its record. */
export const eventReadAccess: Record<EventType, Action> = {
  'contact.created': 'contacts:read',
  'contact.updated': 'contacts:read',
  'contact.deleted': 'contacts:read',
  'membership.started': 'contacts:read',
  'membership.renewed': 'contacts:read',
  'membership.frozen': 'contacts:read',
  'membership.resumed': 'contacts:read',
  'membership.plan_changed': 'contacts:read',
  'membership.canceled': 'contacts:read',
  'membership.ended': 'contacts:read',
  'invoice.created': 'invoices:read',
  'invoice.paid': 'invoices:read',
  'invoice.overdue': 'invoices:read',
  'invoice.voided': 'invoices:read',
  'invoice.refunded': 'invoices:read',
  'payment.failed': 'invoices:read',
  'checkin.granted': 'checkins:read',
  'checkin.denied': 'checkins:read',
  'agreement.signed': 'contacts:read',
  'drawer.closed': 'drawers:manage',
};
