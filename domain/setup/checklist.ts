import { z } from 'zod';
import { timestamp } from '#domain/shared/contract.ts';

/** The setup steps of a company in the recommended order; true once one is done. */
export const checklist = z
  .object({
    location: z.boolean(),
    payments: z.boolean(),
    plan: z.boolean(),
    /** Not a step: true when a plan is both published and active, since only those are sold. */
    planOnSale: z.boolean(),
    salesItem: z.boolean(),
    staff: z.boolean(),
    contacts: z.boolean(),
    receipts: z.boolean(),
    dismissedAt: timestamp.nullable(),
  })
  .meta({ id: 'Checklist' });
export type Checklist = z.output<typeof checklist>;

export const checklistResponse = z.object({ checklist }).meta({ id: 'ChecklistResponse' });
export type ChecklistResponse = z.output<typeof checklistResponse>;
