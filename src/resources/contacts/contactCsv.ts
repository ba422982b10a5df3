import { displayPhone } from '#domain/rules/phone.ts';
import { timeColumn, type CsvColumn } from '#src/custom/lists/csv.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';

/** What a file of contacts holds. */
export const contactCsv = (timezone: string): readonly CsvColumn<ContactRow>[] => [
  { label: 'First Name', value: ({ firstName }) => firstName },
  { label: 'Last Name', value: ({ lastName }) => lastName },
  { label: 'Email', value: ({ email }) => email },
  { label: 'Phone', value: ({ phone }) => displayPhone(phone) },
  { label: 'Date of Birth', value: ({ dateOfBirth }) => dateOfBirth },
  { label: 'Address', value: ({ address }) => address },
  { label: 'City', value: ({ city }) => city },
  { label: 'State', value: ({ state }) => state },
  { label: 'Zip Code', value: ({ zipCode }) => zipCode },
  { label: 'Emergency Contact', value: ({ emergencyContactName }) => emergencyContactName },
  { label: 'Emergency Phone', value: ({ emergencyContactPhone }) => displayPhone(emergencyContactPhone) },
  { label: 'Notes', value: ({ notes }) => notes },
  { label: 'Home Location', value: ({ homeLocation }) => homeLocation?.name },
  timeColumn('Created', timezone, ({ createdAt }) => createdAt),
];
