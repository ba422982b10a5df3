import { Box } from '@mui/material';
import type { AgreementSummary } from '#domain/agreements/contract.ts';
import { SearchBox } from '#src/ui/lists/ListFilters.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable, type EmptyList } from '#src/ui/lists/RecordTable.tsx';
import { dateWidth, type Column } from '#src/ui/lists/tableStyles.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { AddButton } from '#src/ui/AddButton.tsx';
import { paths } from '#src/paths.ts';

export const AgreementList = () => (
  <RequireLocation feature="agreements" prompt="Select a location to view and manage agreements">
    <ListPage
      resource="agreements"
      title="Agreements"
      subtitle="Manage your membership, waiver, and policy agreements"
      noun="agreements"
      errorText="Failed to fetch agreements"
      actions={<AddButton to={paths.agreements.add} label="Add agreement" />}
      columns={columns}
      search={<SearchBox placeholder="Name or description" label="Search agreements" />}
    >
      <RecordTable<AgreementSummary>
        label="Agreements"
        columns={columns}
        rowTo={({ id }) => paths.agreements.show(id)}
        empty={empty}
      />
    </ListPage>
  </RequireLocation>
);

const columns: readonly Column<AgreementSummary>[] = [
  {
    label: 'Agreement',
    sortBy: 'name',
    cell: ({ name }) => (
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Box>
    ),
  },
  {
    label: 'Description',
    share: 4.4,
    inCard: 'none',
    cell: ({ description }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>
        {description ? shortenText(description) : '—'}
      </Box>
    ),
  },
  { label: 'Order', share: 0.9, inCard: 'none', align: 'right', cell: ({ displayOrder }) => displayOrder },
  {
    label: 'Created',
    share: 1.4,
    minWidth: dateWidth,
    inCard: 'end',
    sortBy: 'createdAt',
    firstOrder: 'DESC',
    cell: ({ createdAt }) => <DateField value={createdAt} />,
  },
];

const longest = 160;
const shortenText = (text: string) => (text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text);

const empty: EmptyList = {
  title: 'No agreements found',
  searching: 'No agreements match your search criteria.',
  otherwise: 'Create your first agreement to get started.',
  add: [paths.agreements.add, 'Create an agreement'],
};
