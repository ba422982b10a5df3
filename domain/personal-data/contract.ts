import { z } from 'zod';
import { id, timestamp } from '#domain/shared/contract.ts';

/** The time in which an erasure can be taken back. */
export const erasureHours = 24;

/** Stands in the records of an erased contact instead of the name. */
export const erasedName = { first: 'Erased', last: 'contact' } as const;

export const erasure = z
  .object({
    contactId: id,
    askedAt: timestamp,
    askedBy: z.string(),
    /** Until then it can be taken back. */
    dueAt: timestamp,
    /** Why it could not be done when it was due; it is tried again. */
    refusal: z.string().nullable(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.output<typeof erasure>;

export const erasureResponse = z.object({ message: z.string(), erasure }).meta({ id: 'ErasureResponse' });
export type ErasureResponse = z.output<typeof erasureResponse>;
