import { z } from 'zod';
import { invoiceStatuses } from '#domain/invoices/invoiceStatus.ts';
import { id, money, queryId, timestamp } from '#domain/shared/contract.ts';
import { unbilledPeriod } from '#domain/contact-memberships/contract.ts';

/** The most urgent first. */
export const attentionKinds = ['card_failed', 'unbilled', 'retrying', 'overdue', 'ending', 'unsigned'] as const;
export type AttentionKind = (typeof attentionKinds)[number];

const attentionItem = z
  .object({
    kind: z.enum(attentionKinds),
    contact: z.object({ id, firstName: z.string(), lastName: z.string() }),
    invoice: z.object({ id, status: z.enum(invoiceStatuses), due: money, currency: z.string() }).optional(),
    contactMembership: z.object({ id, name: z.string() }).optional(),
    unbilled: unbilledPeriod.optional(),
    /** When the card first failed, when it is retried, when the invoice was written, the last paid day, or the last day of the membership. */
    on: z.iso.date(),
    /** The amount due, or that of the period that is not billed. */
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
