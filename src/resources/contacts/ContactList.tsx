import Add from '@mui/icons-material/Add';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { displayPhone } from '#domain/rules/phone.ts';
import { PersonCell } from '#src/custom/contacts/Person.tsx';
import { timeColumn, type CsvColumn } from '#src/custom/lists/csv.ts';
import { ExportButton } from '#src/custom/lists/ExportButton.tsx';
import { FilterSelect, SearchBox } from '#src/custom/lists/ListFilters.tsx';
import { ListPage } from '#src/custom/lists/ListPage.tsx';
import { RecordTable } from '#src/custom/lists/RecordTable.tsx';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { DateField } from '#src/custom/ui/fields.tsx';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { paths } from '#src/paths.ts';

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
          <ExportButton noun="contacts" columns={contactCsv} />
          <Button component={Link} to={paths.contacts.import} variant="outlined" color="inherit" startIcon={<FileUploadOutlined />}>
            Import CSV
          </Button>
          <Button component={Link} to={paths.contacts.add} variant="contained" startIcon={<Add />}>
            Add Contact
          </Button>
        </>
      }
      toolbar={
        <>
          <SearchBox placeholder="Search contacts by name, email or phone..." label="Search contacts" />
          <FilterSelect label="Member filter" source="memberFilter" choices={memberFilters} />
        </>
      }
    >
      <RecordTable<ContactRow> label="Contacts" columns={columns} rowTo={({ id }) => paths.contacts.show(id)} empty={empty} />
    </ListPage>
  );
};

const memberFilters = [
  { value: '', label: 'All Contacts' },
  { value: 'members', label: 'Members' },
  { value: 'non-members', label: 'Non-members' },
];

const columns: readonly Column<ContactRow>[] = [
  { label: 'Name', sortBy: 'firstName', skeleton: 'person', cell: (contact) => <PersonCell person={contact} /> },
  { label: 'Phone', inCard: 'bare', cell: ({ phone }) => <span style={{ whiteSpace: 'nowrap' }}>{displayPhone(phone) || '—'}</span> },
  { label: 'Created', sortBy: 'createdAt', firstOrder: 'DESC', cell: ({ createdAt }) => <DateField value={createdAt} /> },
];

const empty = {
  title: 'No contacts found',
  searching: 'No contacts match your search criteria.',
  otherwise: 'Add your first contact to get started.',
};

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
