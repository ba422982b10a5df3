import { contactLabels } from '#domain/contacts/contactLabels.ts';
import { writeTags } from '#domain/contacts/tags.ts';
import type { CsvColumn } from '#domain/shared/csv.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { timeColumn } from '#src/ui/lists/csv.ts';
import { membershipStatusLabels } from '#src/ui/statuses.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';

export const contactCsv = (timezone: string): readonly CsvColumn<ListedContact>[] => [
  { label: contactLabels.firstName, value: ({ firstName }) => firstName },
  { label: contactLabels.lastName, value: ({ lastName }) => lastName },
  { label: contactLabels.email, value: ({ email }) => email },
  { label: contactLabels.phone, value: ({ phone }) => displayPhone(phone) },
  { label: contactLabels.dateOfBirth, value: ({ dateOfBirth }) => dateOfBirth },
  { label: 'Address', value: ({ address }) => address },
  { label: contactLabels.city, value: ({ city }) => city },
  { label: contactLabels.state, value: ({ state }) => state },
  { label: contactLabels.zipCode, value: ({ zipCode }) => zipCode },
  { label: 'Emergency Contact', value: ({ emergencyContactName }) => emergencyContactName },
  { label: 'Emergency Phone', value: ({ emergencyContactPhone }) => displayPhone(emergencyContactPhone) },
  { label: contactLabels.notes, value: ({ notes }) => notes },
  { label: contactLabels.tags, value: ({ tags = [] }) => writeTags(tags) },
  { label: contactLabels.homeLocation, value: ({ homeLocation }) => homeLocation?.name },
  timeColumn(contactLabels.createdAt, timezone, ({ createdAt }) => createdAt),
  {
    label: 'Status',
    value: ({ memberStatus }) => {
      const membership = memberStatus?.membership;
      return membership && (membership.frozenUntil ? 'Frozen' : membershipStatusLabels[membership.status]);
    },
  },
  { label: 'Plan', value: ({ memberStatus }) => memberStatus?.membership?.name },
  timeColumn('Last Visit', timezone, ({ memberStatus }) => memberStatus?.lastVisit ?? undefined),
  // Not 'Amount Due': an import would take that for a balance and book it again.
  { label: 'Owed', value: ({ memberStatus }) => memberStatus?.due },
];
