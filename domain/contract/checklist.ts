import { z } from 'zod';
import { timestamp } from './common.ts';

/** What a company needs before it can open, in the order in which it is done best; true once it is done. */
export const checklist = z
  .object({
    location: z.boolean(),
    payments: z.boolean(),
    plan: z.boolean(),
    /** Not a step: whether there is a plan that is published and active, which alone is sold. */
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
