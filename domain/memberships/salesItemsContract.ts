import { z } from 'zod';
import { displayOrderMax } from '#domain/shared/limits.ts';
import { id } from '#domain/shared/contract.ts';
import { listFields, requiredId, wholeNumber, readOnlyFields } from '#domain/shared/fields.ts';
import { salesItemFields } from '#domain/sales-items/contract.ts';

/** An additional charge: a sales item sold with a plan. */
const membershipSalesItem = z
  .object({
    id,
    membershipId: id,
    salesItemId: id,
    isRequired: z.boolean(),
    displayOrder: z.int(),
    salesItem: salesItemFields,
  })
  .meta({ id: 'MembershipSalesItem' });
export type MembershipSalesItem = z.output<typeof membershipSalesItem>;

const displayOrder = wholeNumber(0, displayOrderMax, 'Display order must be 0 or greater');

export const membershipSalesItemBody = z
  .object({
    salesItemId: requiredId('Sales item ID is required'),
    isRequired: z.boolean().default(true),
    displayOrder: displayOrder.default(0),
  })
  .meta({ id: 'MembershipSalesItemCreate' });
export type MembershipSalesItemBody = z.output<typeof membershipSalesItemBody>;

export const membershipSalesItemUpdateBody = z
  .object({
    isRequired: z.boolean().optional(),
    displayOrder: displayOrder.optional(),
  })
  .meta({ id: 'MembershipSalesItemUpdate' })
  .register(readOnlyFields, listFields(membershipSalesItem));
export type MembershipSalesItemUpdateBody = z.output<typeof membershipSalesItemUpdateBody>;

export const membershipSalesItemList = z
  .object({ membershipSalesItems: z.array(membershipSalesItem) })
  .meta({ id: 'MembershipSalesItemList' });
export type MembershipSalesItemList = z.output<typeof membershipSalesItemList>;

export const membershipSalesItemResponse = z
  .object({ membershipSalesItem, message: z.string().optional() })
  .meta({ id: 'MembershipSalesItemResponse' });
export type MembershipSalesItemResponse = z.output<typeof membershipSalesItemResponse>;
