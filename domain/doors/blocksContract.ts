import { z } from 'zod';
import { id, timestamp } from '#domain/shared/contract.ts';
import { blockReasonMaxLength } from '#domain/shared/limits.ts';
import { optionalDate, requiredText } from '#domain/shared/fields.ts';

/** While it lasts, the contact may not come in. */
const block = z
  .object({
    id,
    contactId: id,
    reason: z.string(),
    /** The last day, by the clock of the location at whose door they stand; null while open. */
    until: z.iso.date().nullable(),
    createdAt: timestamp,
    createdBy: z.string(),
  })
  .meta({ id: 'Block' });
export type Block = z.output<typeof block>;

/** The newest first, past ones included. */
export const blockList = z.object({ blocks: z.array(block) }).meta({ id: 'BlockList' });
export type BlockList = z.output<typeof blockList>;

export const blockBody = z
  .object({
    reason: requiredText('Reason is required', blockReasonMaxLength),
    until: optionalDate('Enter the last day as YYYY-MM-DD'),
  })
  .meta({ id: 'BlockCreate' });
export type BlockBody = z.output<typeof blockBody>;

export const blockParams = z.object({ id, blockId: id });

export const blockResponse = z.object({ block, message: z.string().optional() }).meta({ id: 'BlockResponse' });
export type BlockResponse = z.output<typeof blockResponse>;
