import { z } from 'zod';
import { id, pageQuery, pagination, queryId, queryIds, queryOptional } from '#domain/shared/contract.ts';
import { checkPeriod } from '#domain/reports/reportPeriods.ts';
import { queryDay } from '#domain/shared/fields.ts';
import { payment, paymentStatuses, refund } from './contract.ts';
import { paymentMethods } from './paymentMethods.ts';

/** Days are those of each location's calendar, both included. */
const moneyQuery = {
  ...pageQuery,
  ids: queryIds,
  companyId: queryId,
  locationId: queryId,
  contactId: queryId,
  invoiceId: queryId,
  from: queryDay,
  to: queryDay,
  sortOrder: queryOptional(z.enum(['asc', 'desc'])),
};

export const paymentListQuery = z
  .strictObject({
    ...moneyQuery,
    method: queryOptional(z.enum(paymentMethods)),
    status: queryOptional(z.enum(paymentStatuses)),
  })
  .superRefine(checkPeriod('report'));
export type PaymentListQuery = z.output<typeof paymentListQuery>;

export const refundListQuery = z.strictObject(moneyQuery).superRefine(checkPeriod('report'));
export type RefundListQuery = z.output<typeof refundListQuery>;

/** The invoice that the money is for. */
const whose = { invoiceId: id, invoiceNumber: z.string().nullable(), contactId: id, locationId: id };

export const paymentPage = z
  .object({
    payments: z.array(z.object({ payment, ...whose }).meta({ id: 'ListedPayment' })),
    pagination,
  })
  .meta({ id: 'PaymentPage' });

export const refundPage = z
  .object({ refunds: z.array(z.object({ refund, ...whose }).meta({ id: 'ListedRefund' })), pagination })
  .meta({ id: 'RefundPage' });
