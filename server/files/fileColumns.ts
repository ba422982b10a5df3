/** Every column that holds the key of a stored file. What is not in this list is not in a backup. */
export const fileColumns = [
  { table: 'contacts', column: 'image_original_key' },
  { table: 'contacts', column: 'image_preview_key' },
  { table: 'contacts', column: 'image_thumbnail_key' },
  { table: 'agreement_versions', column: 'file_key' },
] as const;
