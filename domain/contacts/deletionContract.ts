import { z } from 'zod';
import { errorResponse, id, money, timestamp } from '#domain/shared/contract.ts';
import { erasure } from '#domain/personal-data/contract.ts';
import { optionalId } from '#domain/shared/fields.ts';

/** A 409 response to deleting a contact: what runs or is not settled yet. */
export const contactInUse = errorResponse
  .extend({
    memberships: z.array(z.object({ id, name: z.string() })).optional(),
    invoices: z.array(z.object({ id, due: money, isPaymentUnderWay: z.boolean() })).optional(),
  })
  .meta({ id: 'ContactInUse' });
export type ContactInUse = z.output<typeof contactInUse>;

/** A deleted contact with history, which an admin can restore for 30 days. */
export const deletedContactResponse = z
  .object({
    deletion: z.object({
      name: z.string(),
      deletedAt: timestamp,
      restorableUntil: timestamp,
      isRestorable: z.boolean(),
      erasure: erasure.nullable(),
    }),
  })
  .meta({ id: 'DeletedContact' });
export type DeletedContactResponse = z.output<typeof deletedContactResponse>;

/** `homeLocationId` is used if the contact's home location was archived meanwhile. */
export const contactRestoreBody = z.object({ homeLocationId: optionalId() }).nullish().meta({ id: 'ContactRestore' });
