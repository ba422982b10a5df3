import { writeTags } from '#domain/contacts/tags.ts';
import type { CsvColumn } from '#domain/shared/csv.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { timeColumn } from '#src/ui/lists/csv.ts';
import { membershipStatusLabels } from '#src/ui/statuses.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';

export const contactCsv = (timezone: string): readonly CsvColumn<ContactRow>[] => [
  { label: 'First Name', value: ({ firstName }) => firstName },
  { label: 'Last Name', value: ({ lastName }) => lastName },
  { label: 'Email', value: ({ email }) => email },
  { label: 'Phone', value: ({ phone }) => displayPhone(phone) },
  { label: 'Date of Birth', value: ({ dateOfBirth }) => dateOfBirth },
  { label: 'Address', value: ({ address }) => address },
  { label: 'City', value: ({ city }) => city },
  { label: 'State', value: ({ state }) => state },
  { label: 'ZIP Code', value: ({ zipCode }) => zipCode },
  { label: 'Emergency Contact', value: ({ emergencyContactName }) => emergencyContactName },
  { label: 'Emergency Phone', value: ({ emergencyContactPhone }) => displayPhone(emergencyContactPhone) },
  { label: 'Notes', value: ({ notes }) => notes },
  { label: 'Tags', value: ({ tags = [] }) => writeTags(tags) },
  { label: 'Home Location', value: ({ homeLocation }) => homeLocation?.name },
  timeColumn('Created', timezone, ({ createdAt }) => createdAt),
  {
    label: 'Status',
    value: ({ memberStatus }) => {
      const membership = memberStatus?.membership;
      return membership && (membership.frozenUntil ? 'Frozen' : membershipStatusLabels[membership.status]);
    },
  },
  { label: 'Plan', value: ({ memberStatus }) => memberStatus?.membership?.name },
  timeColumn('Last Visit', timezone, ({ memberStatus }) => memberStatus?.lastVisit ?? undefined),
  { label: 'Owed', value: ({ memberStatus }) => memberStatus?.due },
];
