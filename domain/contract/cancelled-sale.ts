import { z } from 'zod';
import { requiredId } from './fields.ts';
import { invoice } from './invoices.ts';

/** Which sale is meant says the `Idempotency-Key` header: the key that the sale was asked for with. */
export const cancelItemSaleBody = z.object({ locationId: requiredId('Location is required') }).meta({ id: 'ItemSaleCancel' });
export const cancelMembershipSaleBody = z.object({
  contactId: requiredId('Contact is required'),
  membershipId: requiredId('Membership ID is required'),
}).meta({ id: 'MembershipSaleCancel' });

/** The sale's invoice as it stands: void, or paid when the payment was faster, or open while the bank is at work on it; null when nothing was sold. */
export const cancelledSaleAnswer = z.object({ invoice: invoice.nullable() }).meta({ id: 'CancelledSaleResponse' });
export type CancelledSaleAnswer = z.output<typeof cancelledSaleAnswer>;
