import { z } from 'zod';
import { inventoryMax } from '../rules/limits.ts';
import { id, listQuery, money, pagination, timestamp } from './common.ts';
import { dollars, nullableNotes, optionalNotes, expectedUpdatedAt, requiredId, requiredText, wholeNumber } from './fields.ts';

export const salesItem = z.object({
  id,
  locationId: id,
  name: z.string(),
  description: z.string().nullable(),
  price: money,
  isActive: z.boolean(),
  isPublished: z.boolean(),
  isPhysicalItem: z.boolean(),
  inventoryQuantity: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
}).meta({ id: 'SalesItem' });
export type SalesItem = z.output<typeof salesItem>;

export const salesItemPage = z.object({ salesItems: z.array(salesItem), pagination }).meta({ id: 'SalesItemPage' });
export type SalesItemPage = z.output<typeof salesItemPage>;

export const salesItemSortColumns = ['name', 'price', 'createdAt'] as const;
export type SalesItemSortColumn = (typeof salesItemSortColumns)[number];

export const salesItemListQuery = z.strictObject(listQuery(z.enum(salesItemSortColumns).default('createdAt'), 'desc'));
export type SalesItemListQuery = z.output<typeof salesItemListQuery>;

const name = requiredText('Name is required');
const price = dollars('Price must be a positive number');
const inventoryQuantity = wholeNumber(0, inventoryMax, 'Inventory quantity must be a positive number');

/** Defaults of a new item: active, unpublished, not physical, no stock. */
export const salesItemCreateBody = z.object({
  locationId: requiredId('Location is required'),
  name,
  description: optionalNotes(),
  price,
  isActive: z.boolean().default(true),
  isPublished: z.boolean().default(false),
  isPhysicalItem: z.boolean().default(false),
  inventoryQuantity: inventoryQuantity.default(0),
}).meta({ id: 'SalesItemCreate' });
export type SalesItemCreateBody = z.output<typeof salesItemCreateBody>;

/** Without `inventoryQuantity` the stock is unchanged: an edit that did not touch it must not write it back. */
export const salesItemUpdateBody = z.object({
  /** Accepted for clients that send the whole record. An item cannot move to another location. */
  locationId: requiredId('Location is required').optional(),
  name: name.optional(),
  description: nullableNotes(),
  price: price.optional(),
  isActive: z.boolean().optional(),
  isPublished: z.boolean().optional(),
  isPhysicalItem: z.boolean().optional(),
  inventoryQuantity: inventoryQuantity.optional(),
  updatedAt: expectedUpdatedAt,
}).meta({ id: 'SalesItemUpdate' });
export type SalesItemUpdateBody = z.output<typeof salesItemUpdateBody>;

export const salesItemResponse = z.object({ salesItem, message: z.string().optional() }).meta({ id: 'SalesItemResponse' });
export type SalesItemResponse = z.output<typeof salesItemResponse>;
