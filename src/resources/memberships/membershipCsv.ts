import { billingLabels, contractLabel } from '#domain/rules/membershipPlan.ts';
import { timeColumn, type CsvColumn } from '#src/custom/lists/csv.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';

export const membershipCsv = (timezone: string): readonly CsvColumn<MembershipRow>[] => [
  { label: 'Membership', value: ({ name }) => name },
  { label: 'Description', value: ({ description }) => description },
  { label: 'Contract', value: contractLabel },
  { label: 'Price', value: ({ price }) => price },
  { label: 'Billing Frequency', value: ({ billingFrequency }) => billingLabels[billingFrequency] },
  { label: 'Access Duration (Days)', value: ({ accessDurationDays }) => accessDurationDays },
  { label: 'Location', value: ({ location }) => location?.name ?? 'Company-wide' },
  { label: 'Status', value: ({ isActive }) => (isActive ? 'Active' : 'Inactive') },
  { label: 'Published', value: ({ isPublished }) => (isPublished ? 'Published' : 'Unpublished') },
  timeColumn('Created', timezone, ({ createdAt }) => createdAt),
];
