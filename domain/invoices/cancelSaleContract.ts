import { z } from 'zod';
import { requiredId } from '#domain/shared/fields.ts';
import { invoice } from './contract.ts';

/** The `Idempotency-Key` header names the sale: it is the key of the request that made it. */
export const cancelItemSaleBody = z
  .object({ locationId: requiredId('Location is required') })
  .meta({ id: 'ItemSaleCancel' });
export const cancelMembershipPurchaseBody = z
  .object({
    contactId: requiredId('Contact is required'),
    membershipId: requiredId('Membership ID is required'),
  })
  .meta({ id: 'MembershipPurchaseCancel' });

/** The sale's invoice now: void, paid if the payment came first, or open while the bank processes it. Null when nothing was sold. */
export const canceledSaleResponse = z.object({ invoice: invoice.nullable() }).meta({ id: 'CanceledSaleResponse' });
export type CanceledSaleResponse = z.output<typeof canceledSaleResponse>;
