import { z } from 'zod';
import { barcodeMaxLength, barcodePattern, categoryMaxLength, inventoryMax } from '#domain/shared/limits.ts';
import {
  externalIdQuery,
  id,
  listQuery,
  money,
  pagination,
  queryId,
  queryOptional,
  syncFields,
  syncQuery,
  timestamp,
} from '#domain/shared/contract.ts';
import {
  listFields,
  dollars,
  nullableExternalId,
  nullableNotes,
  nullableText,
  optionalExternalId,
  optionalNotes,
  optionalText,
  expectedUpdatedAt,
  requiredId,
  requiredText,
  wholeNumber,
  readOnlyFields,
} from '#domain/shared/fields.ts';

export const salesItemFields = z
  .object({
    id,
    locationId: id,
    name: z.string(),
    description: z.string().nullable(),
    price: money,
    isActive: z.boolean(),
    isPublished: z.boolean(),
    isPhysicalItem: z.boolean(),
    inventoryQuantity: z.int(),
    /** Stock of this many or fewer is low. Null: only what is sold out is low. */
    lowStockLevel: z.int().nullable(),
    category: z.string().nullable(),
    barcode: z.string().nullable(),
    /** Shown first at the till. */
    isFavorite: z.boolean(),
    externalId: z.string().nullish(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'SalesItemFields' });

export type SalesItemFields = z.output<typeof salesItemFields>;

const imageUrl = z.string().nullable();
export const salesItem = salesItemFields
  .extend({
    thumbnailUrl: imageUrl,
    previewUrl: imageUrl,
    /** The cost of one piece at the last delivery, in dollars. Only managers and admins of the location get it. */
    cost: money.nullable().optional(),
  })
  .meta({ id: 'SalesItem' });
export type SalesItem = z.output<typeof salesItem>;

export const salesItemPage = z
  .object({ salesItems: z.array(salesItem), pagination, ...syncFields })
  .meta({ id: 'SalesItemPage' });
export type SalesItemPage = z.output<typeof salesItemPage>;

const salesItemSortColumns = ['name', 'price', 'createdAt', 'favorites'] as const;

/** Ordered by `favorites`: favorites first, then the others, each by name. */
export const salesItemListQuery = z.strictObject({
  ...listQuery(z.enum(salesItemSortColumns).default('createdAt'), 'desc'),
  category: queryOptional(
    z
      .string()
      .trim()
      .max(categoryMaxLength)
      .refine((text) => !text.includes('\0'), 'Must not contain NUL bytes'),
  ),
  ...externalIdQuery,
  ...syncQuery,
  /** Physical items that can be sold and are at their low-stock level or below. */
  stock: queryOptional(z.enum(['low'])),
  barcode: queryOptional(z.string().trim().max(barcodeMaxLength).regex(barcodePattern, 'Must be a bar code')),
});
export type SalesItemListQuery = z.output<typeof salesItemListQuery>;

const name = requiredText('Name is required');
const price = dollars('Price must be a positive number');
const inventoryQuantity = wholeNumber(0, inventoryMax, 'Inventory quantity must be a positive number');
const lowStockLevel = wholeNumber(0, inventoryMax, 'Low-stock level must be a positive number').nullable().optional();
const cost = dollars('Cost must be a positive number').nullable().optional();
const isBarcode = (text: string | null | undefined) => !text || barcodePattern.test(text);
const notABarcode = 'A bar code has letters, digits and signs, and no spaces';

export const salesItemCreateBody = z
  .object({
    locationId: requiredId('Location is required'),
    name,
    description: optionalNotes(),
    price,
    isActive: z.boolean().default(true),
    isPublished: z.boolean().default(false),
    isPhysicalItem: z.boolean().default(false),
    inventoryQuantity: inventoryQuantity.default(0),
    lowStockLevel,
    cost,
    category: optionalText(categoryMaxLength),
    barcode: optionalText(barcodeMaxLength).refine(isBarcode, notABarcode),
    isFavorite: z.boolean().default(false),
    externalId: optionalExternalId(),
  })
  .meta({ id: 'SalesItemCreate' });
export type SalesItemCreateBody = z.output<typeof salesItemCreateBody>;

/** Without `inventoryQuantity` the stock is unchanged: an edit that did not touch it must not write it back. */
export const salesItemUpdateBody = z
  .object({
    /** Accepted for clients that send the whole record. An item cannot move to another location. */
    locationId: requiredId('Location is required').optional(),
    name: name.optional(),
    description: nullableNotes(),
    price: price.optional(),
    isActive: z.boolean().optional(),
    isPublished: z.boolean().optional(),
    isPhysicalItem: z.boolean().optional(),
    inventoryQuantity: inventoryQuantity.optional(),
    lowStockLevel,
    cost,
    category: nullableText(categoryMaxLength),
    barcode: nullableText(barcodeMaxLength).refine(isBarcode, notABarcode),
    isFavorite: z.boolean().optional(),
    externalId: nullableExternalId(),
    updatedAt: expectedUpdatedAt,
  })
  .meta({ id: 'SalesItemUpdate' })
  .register(readOnlyFields, listFields(salesItem));
export type SalesItemUpdateBody = z.output<typeof salesItemUpdateBody>;

export const salesItemResponse = z
  .object({ salesItem, message: z.string().optional() })
  .meta({ id: 'SalesItemResponse' });
export type SalesItemResponse = z.output<typeof salesItemResponse>;

/** The form of a picture's upload, as OpenAPI describes it. */
export const salesItemImageFields = z.object({ image: z.file() }).meta({ id: 'SalesItemImageUpload' });

/** The categories in use, by name. Without a location those of every location in scope. */
export const salesItemCategoriesQuery = z.strictObject({ locationId: queryId });
export const salesItemCategories = z.object({ categories: z.array(z.string()) }).meta({ id: 'SalesItemCategories' });
export type SalesItemCategories = z.output<typeof salesItemCategories>;
