import { z } from 'zod';
import { invoiceStatuses } from '#domain/invoices/invoiceStatus.ts';
import { id, money, queryId, timestamp } from '#domain/shared/contract.ts';
import { requiredId } from '#domain/shared/fields.ts';
import { unbilledPeriod } from '#domain/contact-memberships/contract.ts';

/** The most urgent first. */
export const attentionKinds = [
  'dispute',
  'door_silent',
  'card_failed',
  'unbilled',
  'paid_for_nothing',
  'retrying',
  'overdue',
  'ending',
  'unsigned',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

const attentionItem = z
  .object({
    kind: z.enum(attentionKinds),
    /** Of every kind but `door_silent`, which has a device. */
    contact: z.object({ id, firstName: z.string(), lastName: z.string() }).optional(),
    device: z.object({ id, name: z.string(), lastSeenAt: timestamp }).optional(),
    invoice: z.object({ id, status: z.enum(invoiceStatuses), due: money, currency: z.string() }).optional(),
    contactMembership: z.object({ id, name: z.string() }).optional(),
    unbilled: unbilledPeriod.optional(),
    /** The names of those that are not signed. */
    agreements: z.array(z.string()).optional(),
    /** Whose part of a household's invoice was paid for nothing. */
    members: z.array(z.string()).optional(),
    /** When the bank wants the answer to a dispute, when the door was last seen, when the card first failed, when it is retried, when the invoice was written, when the money came, the last paid day, the last day of the membership, or since when a signature is missing. */
    on: z.iso.date(),
    /** The amount due, that of the period that is not billed, the disputed one, or what may be refunded. */
    amount: money.optional(),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.output<typeof attentionItem>;

export const attentionQuery = z.object({ locationId: queryId });

const lateJob = z.object({ name: z.string(), lastRun: timestamp }).meta({ id: 'LateJob' });
export type LateJob = z.output<typeof lateJob>;

/** The first rows, and the total number. `lateJobs` is for company admins: background jobs that have not run for three of their intervals. */
export const attentionResponse = z
  .object({ items: z.array(attentionItem), total: z.int(), lateJobs: z.array(lateJob).optional() })
  .meta({ id: 'Attention' });
export type Attention = z.output<typeof attentionResponse>;

export const atRiskQuery = z.object({ locationId: requiredId('Location is required') });

const memberAtRisk = z
  .object({
    contact: z.object({
      id,
      firstName: z.string(),
      lastName: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    }),
    /** Visits a week until the last one, and days since. */
    perWeek: z.int(),
    days: z.int(),
    lastVisitOn: z.iso.date(),
    /** The price per month of their memberships that will renew, without tax. */
    monthly: money,
  })
  .meta({ id: 'MemberAtRisk' });
export type MemberAtRisk = z.output<typeof memberAtRisk>;

/** Whoever comes less than they used to: the first rows by price, the total number, and the sum of all prices per month. */
export const atRiskResponse = z
  .object({ members: z.array(memberAtRisk), total: z.int(), monthly: money })
  .meta({ id: 'AtRisk' });
export type AtRisk = z.output<typeof atRiskResponse>;
