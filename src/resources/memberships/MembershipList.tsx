import type { CsvColumn } from '#domain/shared/csv.ts';
import { billingLabels, contractLabel, visitsLabel } from '#src/ui/labels.ts';
import { timeColumn } from '#src/ui/lists/csv.ts';
import { ExportButton } from '#src/ui/lists/ExportButton.tsx';
import { SearchBox } from '#src/ui/lists/ListFilters.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable, type EmptyList } from '#src/ui/lists/RecordTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { DateField, NameAndDescription } from '#src/ui/fields.tsx';
import { AddButton } from '#src/ui/AddButton.tsx';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { paths } from '#src/paths.ts';
import { priceText, selectPrompt } from './membership.tsx';

export const MembershipList = () => (
  <RequireLocation feature="memberships" prompt={selectPrompt}>
    <ListPage
      resource="memberships"
      title="Memberships"
      subtitle="Manage your membership plans and pricing"
      actions={<Actions />}
      noun="memberships"
      errorText="Failed to load memberships"
      columns={columns}
      search={
        <SearchBox placeholder="Search memberships by name, description, or type..." label="Search memberships" />
      }
    >
      <RecordTable<ListedMembership>
        label="Memberships"
        columns={columns}
        rowTo={({ id }) => paths.memberships.show(id)}
        empty={empty}
      />
    </ListPage>
  </RequireLocation>
);

const Actions = () => (
  <>
    <ExportButton noun="memberships" columns={membershipCsv} />
    <AddButton to={paths.memberships.add} label="Add Membership" />
  </>
);

const planNote = (plan: ListedMembership) =>
  [contractLabel(plan), visitsLabel(plan), !plan.isPublished && 'Unpublished', !plan.isActive && 'Inactive']
    .filter(Boolean)
    .join(' · ');

const columns: readonly Column<ListedMembership>[] = [
  {
    label: 'Membership',
    sortBy: 'name',
    skeleton: 'lines',
    cell: (plan) => <NameAndDescription name={plan.name} description={planNote(plan)} />,
  },
  { label: 'Price', minWidth: 184, inCard: 'end', cell: priceText },
  { label: 'Created', inCard: 'none', sortBy: 'createdAt', cell: ({ createdAt }) => <DateField value={createdAt} /> },
];

const empty: EmptyList = {
  title: 'No memberships found',
  searching: 'No memberships match your search criteria.',
  otherwise: 'Create your first membership to get started.',
  add: [paths.memberships.add, 'Create a membership'],
};

export const membershipCsv = (timezone: string): readonly CsvColumn<ListedMembership>[] => [
  { label: 'Membership', value: ({ name }) => name },
  { label: 'Description', value: ({ description }) => description },
  { label: 'Contract', value: contractLabel },
  { label: 'Price', value: ({ price }) => price },
  { label: 'Billing Frequency', value: ({ billingFrequency }) => billingLabels[billingFrequency] },
  { label: 'Access Duration (Days)', value: ({ accessDurationDays }) => accessDurationDays },
  { label: 'Visits', value: ({ visitLimit }) => visitLimit },
  { label: 'Location', value: ({ location }) => location?.name ?? 'All locations' },
  { label: 'Status', value: ({ isActive }) => (isActive ? 'Active' : 'Inactive') },
  { label: 'Published', value: ({ isPublished }) => (isPublished ? 'Published' : 'Unpublished') },
  timeColumn('Created', timezone, ({ createdAt }) => createdAt),
];
