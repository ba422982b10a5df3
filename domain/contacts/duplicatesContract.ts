import { z } from 'zod';
import { normalizePhone } from '#domain/shared/phone.ts';
import { queryId, queryOptional } from '#domain/shared/contract.ts';
import { contactSummary } from './contract.ts';
import { calendarDate } from '#domain/shared/fields.ts';
import { emailMaxLength, lineMaxLength, nameMaxLength } from '#domain/shared/limits.ts';
import { trimUnseen } from '#domain/shared/trimUnseen.ts';

const typed = (max: number) =>
  queryOptional(
    z
      .string()
      .overwrite(trimUnseen)
      .max(max)
      .refine((text) => !text.includes('\0')),
  );

export const contactDuplicatesQuery = z.object({
  locationId: queryId,
  email: typed(emailMaxLength),
  phone: queryOptional(
    z
      .string()
      .max(lineMaxLength)
      .refine((text) => !text.includes('\0'))
      .transform(normalizePhone),
  ),
  firstName: typed(nameMaxLength),
  lastName: typed(nameMaxLength),
  dateOfBirth: queryOptional(calendarDate('Date of birth is invalid')),
});
export type ContactDuplicatesQuery = z.output<typeof contactDuplicatesQuery>;

const duplicateReasons = ['email', 'phone', 'name_and_birthday'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** Contacts that may be the same person, and which fields match. */
export const contactDuplicates = z
  .object({
    duplicates: z.array(z.object({ contact: contactSummary, reasons: z.array(z.enum(duplicateReasons)) })),
  })
  .meta({ id: 'ContactDuplicates' });
export type ContactDuplicates = z.output<typeof contactDuplicates>;
