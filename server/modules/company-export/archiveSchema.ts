import { z } from 'zod';

export const archiveFormat = 1;

const written = z.object({ size: z.int(), sha256: z.string() });
const name = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** `schema.json` of an archive, its last entry. */
export const archiveSchema = z.object({
  format: z.literal(archiveFormat),
  version: z.string(),
  migrations: z.array(z.string()),
  companyId: z.uuid(),
  createdAt: z.iso.datetime(),
  tables: z.array(written.extend({ name, columns: z.array(name), rows: z.int() })),
  files: z.array(written.extend({ key: z.string() })),
  /** Files that rows name and the store does not have. */
  missing: z.array(z.string()),
});
export type ArchiveSchema = z.output<typeof archiveSchema>;
