import { z } from 'zod';
import { importMaxRows } from '../rules/limits.ts';
import { id } from './common.ts';
import { contactCreateBody } from './contacts.ts';
import { requiredId } from './fields.ts';

/** One person in an import file. Validated by the same rules and messages as the form. */
export const importedContactFields = contactCreateBody.omit({ homeLocationId: true }).meta({ id: 'ImportedContact' });
export type ImportedContact = z.output<typeof importedContactFields>;

const asMany = <T extends z.ZodType>(contact: T) =>
  z
    .array(contact)
    .min(1, 'At least one contact is needed')
    .max(importMaxRows, `At most ${importMaxRows.toLocaleString('en-US')} contacts can be imported at once`);

/** A whole file in one request: all rows are saved or none. `dryRun` validates without saving. */
export const contactImportBody = z.object({
  locationId: requiredId('Location is required'),
  contacts: asMany(importedContactFields),
  dryRun: z.boolean().optional(),
}).meta({ id: 'ContactImport' });
export type ContactImportBody = z.output<typeof contactImportBody>;

/** The same body before its contacts are validated. The server validates them in batches. */
export const contactImportUnread = contactImportBody.extend({ contacts: asMany(z.unknown()) });

/** A contact that is skipped because its email is in use, by an existing contact or (null) by an earlier row. */
export const importDuplicate = z.object({
  /** Zero-based index in the request. */
  index: z.int(),
  contact: z.object({ id, firstName: z.string(), lastName: z.string() }).nullable(),
}).meta({ id: 'ImportDuplicate' });
export type ImportDuplicate = z.output<typeof importDuplicate>;

export const contactImportResponse = z.object({
  message: z.string(),
  /** Number of contacts saved, or that would be saved. */
  imported: z.int(),
  duplicates: z.array(importDuplicate),
}).meta({ id: 'ContactImportResponse' });
export type ContactImportResponse = z.output<typeof contactImportResponse>;
