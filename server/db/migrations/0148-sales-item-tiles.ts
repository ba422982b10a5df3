import type { NewIndex } from '../buildIndex.ts';

/** What the till shows and finds an item by: its category, its bar code, whether it comes first, and its picture. */
export const salesItemTiles = /* sql */ `
alter table sales_items
  add column category text collate "und-x-icu" check (category <> ''),
  add column barcode text check (barcode <> ''),
  add column is_favorite boolean not null default false,
  add column image_original_key text,
  add column image_preview_key text,
  add column image_thumbnail_key text,
  add column image_file_name text;
`;

/** A bar code is one item of a location. The code of a deleted item is free again. */
export const salesItemIndexes: readonly NewIndex[] = [
  { name: 'sales_items_barcode', on: 'sales_items (location_id, barcode) where barcode is not null and archived_at is null', isUnique: true },
];
