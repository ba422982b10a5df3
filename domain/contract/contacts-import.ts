import { z } from 'zod';
import { importMaxRows } from '../rules/limits.ts';
import { id } from './common.ts';
import { contactCreateBody } from './contacts.ts';
import { requiredId } from './fields.ts';

/** One person of a file. What the form refuses is refused here, in the same words. */
export const importedContactFields = contactCreateBody.omit({ homeLocationId: true }).meta({ id: 'ImportedContact' });
export type ImportedContact = z.output<typeof importedContactFields>;

const asMany = <T extends z.ZodType>(contact: T) =>
  z
    .array(contact)
    .min(1, 'At least one contact is needed')
    .max(importMaxRows, `At most ${importMaxRows.toLocaleString('en-US')} contacts can be imported at once`);

/** All of a file at once, so that all of it or nothing is saved; `dryRun` asks what would happen and saves nothing. */
export const contactImportBody = z.object({
  locationId: requiredId('Location is required'),
  contacts: asMany(importedContactFields),
  dryRun: z.boolean().optional(),
}).meta({ id: 'ContactImport' });
export type ContactImportBody = z.output<typeof contactImportBody>;

/** The same before its contacts were looked at, which the server does some at a time. */
export const contactImportUnread = contactImportBody.extend({ contacts: asMany(z.unknown()) });

/** A contact that is left out because its e-mail is in use: by someone of the company, or (null) by one before it. */
export const importDuplicate = z.object({
  /** Its place among the contacts that were sent, from 0. */
  index: z.int(),
  contact: z.object({ id, firstName: z.string(), lastName: z.string() }).nullable(),
}).meta({ id: 'ImportDuplicate' });
export type ImportDuplicate = z.output<typeof importDuplicate>;

export const contactImportAnswer = z.object({
  message: z.string(),
  /** How many were saved, or would be. */
  imported: z.int(),
  duplicates: z.array(importDuplicate),
}).meta({ id: 'ContactImportResponse' });
export type ContactImportAnswer = z.output<typeof contactImportAnswer>;
