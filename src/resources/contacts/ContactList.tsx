import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { memberStatuses } from '#domain/contacts/memberStatus.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { ExportButton } from '#src/ui/lists/ExportButton.tsx';
import { FilterSelect, SearchBox } from '#src/ui/lists/ListFilters.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable, type EmptyList } from '#src/ui/lists/RecordTable.tsx';
import { SavedViewsButton } from './saved-views/SavedViews.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { DateField } from '#src/ui/fields.tsx';
import { fullName } from '#domain/shared/fullName.ts';
import { AddButton } from '#src/ui/AddButton.tsx';
import { memberStatusLabels } from '#src/ui/statuses.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { paths } from '#src/paths.ts';
import { ContactPlan, ContactStatus, LastVisitCell, NameCell, Owed } from './ContactCells.tsx';
import { TagFilter } from './tags/TagFilter.tsx';

export const ContactList = () => (
  <RequireLocation feature="contacts" prompt="Select a location to view and manage contacts">
    <ContactPage />
  </RequireLocation>
);

const ContactPage = () => {
  const { name } = useSelectedLocation();
  return (
    <ListPage
      resource="contacts"
      title="Contacts"
      subtitle={`Members and prospects of ${name}`}
      noun="contacts"
      errorText="Failed to fetch contacts"
      actions={
        <>
          <ExportButton noun="contacts" columns={loadCsvColumns} />
          <Button component={Link} to={paths.contacts.import} variant="outlined" startIcon={<FileUploadOutlined />}>
            Import CSV
          </Button>
          <AddButton to={paths.contacts.add} label="Add Contact" />
        </>
      }
      search={<SearchBox placeholder="Name, email or phone" label="Search contacts" />}
      filters={
        <>
          {/* The tags come later, and take their room from the search. */}
          <TagFilter />
          <FilterSelect label="Member filter" source="memberFilter" choices={memberFilters} />
          <FilterSelect label="Status filter" source="memberStatus" choices={memberStatusFilters} />
          <SavedViewsButton />
        </>
      }
      columns={columns}
      bulkActions={<ContactBulkActions />}
    >
      <RecordTable<ListedContact>
        label="Contacts"
        columns={columns}
        rowTo={({ id }) => paths.contacts.show(id)}
        empty={empty}
        selectionLabel={fullName}
      />
    </ListPage>
  );
};

const loadCsvColumns = async (timezone: string) => (await import('./contactCsv.ts')).contactCsv(timezone);

const ContactBulkActions = lazyWithPreload('contacts', () => import('./ContactBulkActions.tsx'), 'ContactBulkActions');

const memberFilters = [
  { value: '', label: 'All Contacts' },
  { value: 'members', label: 'Members' },
  { value: 'non-members', label: 'Non-members' },
];

const memberStatusFilters = [
  { value: '', label: 'All Statuses' },
  ...memberStatuses.map((value) => ({ value, label: memberStatusLabels[value] })),
];

const PhoneCell = ({ phone }: ListedContact) => (
  <span className={phone ? undefined : 'nothing'} style={{ whiteSpace: 'nowrap' }}>
    {displayPhone(phone) || '—'}
  </span>
);

const columns: readonly Column<ListedContact>[] = [
  {
    label: 'Name',
    share: 2.8,
    sortBy: 'firstName',
    skeleton: 'person',
    cell: (contact) => <NameCell contact={contact} />,
  },
  { label: 'Phone', share: 1.1, minWidth: 121, inCard: 'none', cell: PhoneCell },
  {
    label: 'Created',
    inCard: 'none',
    share: 0.95,
    minWidth: 105,
    sortBy: 'createdAt',
    firstOrder: 'DESC',
    cell: ({ createdAt }) => <DateField value={createdAt} />,
  },
  {
    label: 'Status',
    share: 0.87,
    skeleton: 'badge',
    inCard: 'end',
    cell: ({ memberStatus }) => <ContactStatus memberStatus={memberStatus} />,
  },
  {
    label: 'Plan',
    from: 960,
    share: 1.36,
    inCard: 'none',
    skeleton: 'lines',
    cell: ({ memberStatus }) => <ContactPlan memberStatus={memberStatus} />,
  },
  {
    label: 'Last Visit',
    from: 880,
    share: 0.95,
    minWidth: 105,
    inCard: 'none',
    cell: ({ memberStatus }) => <LastVisitCell memberStatus={memberStatus} />,
  },
  {
    label: 'Amount Due',
    inCard: 'end',
    from: 680,
    align: 'right',
    share: 0.8,
    // For $99,999.99: a longer amount would take what the emails need.
    minWidth: 104,
    cell: ({ memberStatus }) => <Owed memberStatus={memberStatus} />,
  },
];

const empty: EmptyList = {
  title: 'No contacts found',
  searching: 'No contacts match your search criteria.',
  otherwise: 'Add your first contact to get started.',
  add: [paths.contacts.add, 'Add a contact'],
};
