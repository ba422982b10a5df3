import { z } from 'zod';
import { discrepancyKinds, reconciliationStatuses } from './reconciliation.ts';
import { id, money, pageQuery, pagination, queryId, queryIds, timestamp } from '#domain/shared/contract.ts';
import { checkPeriod } from '#domain/reports/reportPeriods.ts';
import { calendarDate, requiredId } from '#domain/shared/fields.ts';

const reconciliationFields = {
  id,
  companyId: id,
  at: timestamp,
  /** Null when it ran automatically at night. */
  startedBy: z.string().nullable(),
  /** Both days are included, in the time zone of the company's first location. */
  from: z.iso.date(),
  to: z.iso.date(),
  status: z.enum(reconciliationStatuses),
  finishedAt: timestamp.nullable(),
  /** Why it failed, and when it is retried; null when it is not. */
  failure: z.string().nullable(),
  tryAgainAt: timestamp.nullable(),
  /** Card payments and refunds on which Spotter and Stripe agree. */
  matched: z.int(),
  /** The total number. The list has only the first ones. */
  differenceCount: z.int(),
  /** Stripe's fees and payouts. */
  fees: money,
  payouts: money,
  /** False when there was no Stripe account to compare with. */
  hasStripe: z.boolean(),
  isTestMode: z.boolean(),
};

const listedReconciliation = z.object(reconciliationFields).meta({ id: 'ListedReconciliation' });
export type ListedReconciliation = z.output<typeof listedReconciliation>;

const reconciliationDiscrepancy = z
  .object({
    kind: z.enum(discrepancyKinds),
    /** Ours minus Stripe's, or a row's minus the ledger's. Refunds are negative. */
    amount: money,
    /** The difference, as a sentence. */
    detail: z.string(),
    stripeId: z.string().optional(),
    invoiceId: id.optional(),
    paymentId: id.optional(),
    drawerId: id.optional(),
  })
  .meta({ id: 'ReconciliationDiscrepancy' });
export type ReconciliationDiscrepancy = z.output<typeof reconciliationDiscrepancy>;

const reconciliation = z
  .object({ ...reconciliationFields, differences: z.array(reconciliationDiscrepancy) })
  .meta({ id: 'Reconciliation' });
export type Reconciliation = z.output<typeof reconciliation>;

export const reconciliationResponse = z.object({ reconciliation }).meta({ id: 'ReconciliationResponse' });
export type ReconciliationResponse = z.output<typeof reconciliationResponse>;

export const reconciliationListQuery = z.object({
  ids: queryIds,
  companyId: queryId,
  ...pageQuery,
});
export type ReconciliationListQuery = z.output<typeof reconciliationListQuery>;

/** Newest first. */
export const reconciliationPage = z
  .object({ reconciliations: z.array(listedReconciliation), pagination })
  .meta({ id: 'ReconciliationPage' });
export type ReconciliationPage = z.output<typeof reconciliationPage>;

export const startReconciliationBody = z
  .strictObject({
    companyId: requiredId('Company is required'),
    from: calendarDate('Enter the first day as YYYY-MM-DD'),
    to: calendarDate('Enter the last day as YYYY-MM-DD'),
  })
  .superRefine(checkPeriod('reconciliation'))
  .meta({ id: 'StartReconciliation' });
export type StartReconciliationBody = z.output<typeof startReconciliationBody>;
