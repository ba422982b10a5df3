/** Every column that holds a file key. Files of columns not listed here are missing from backups. */
export const fileColumns = [
  { table: 'contacts', column: 'image_original_key' },
  { table: 'contacts', column: 'image_preview_key' },
  { table: 'contacts', column: 'image_thumbnail_key' },
  { table: 'sales_item_tiles', column: 'image_original_key' },
  { table: 'sales_item_tiles', column: 'image_preview_key' },
  { table: 'sales_item_tiles', column: 'image_thumbnail_key' },
  { table: 'agreement_versions', column: 'file_key' },
] as const;
