import { Box } from '@mui/material';
import { readRow, type Reading, type Sheet } from '#domain/contact-import/rows.ts';
import { contactLabels } from '#domain/contacts/contactLabels.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { addressText } from '#src/ui/DescriptionList.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { Section } from '#src/ui/Section.tsx';
import { RowPerson } from './ImportParts.tsx';

const shownRows = 5;

export const RowPreview = ({ sheet, reading }: { sheet: Sheet; reading: Reading }) => {
  const rows = sheet.rows.slice(0, shownRows).map((row) => toPreview(readRow(row, reading)));
  return (
    <Section title="Preview" text="Preview of the first rows" isFlush>
      <StaticTable label="Preview" columns={columns} rows={rows} />
    </Section>
  );
};

type Preview = ReturnType<typeof toPreview>;

const toPreview = (read: ReturnType<typeof readRow>) => {
  const contact = 'contact' in read ? read.contact : undefined;
  return {
    id: read.row.number,
    name: read.name,
    email: read.email,
    problem: 'problem' in read ? read.problem : undefined,
    phone: displayPhone(contact?.phone),
    dateOfBirth: contact?.dateOfBirth,
    address: addressText(contact ?? {}),
    plan: contact?.membership?.plan,
    emergency: [contact?.emergencyContactName, displayPhone(contact?.emergencyContactPhone)].filter(Boolean).join(', '),
  };
};

const columns: readonly Column<Preview>[] = [
  {
    label: 'Name',
    cell: (preview) => <RowPerson name={preview.name} email={preview.email} problem={preview.problem} />,
  },
  {
    label: contactLabels.phone,
    cell: ({ phone }) => (
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {phone || '—'}
      </Box>
    ),
  },
  {
    label: contactLabels.dateOfBirth,
    cell: ({ dateOfBirth }) => (dateOfBirth ? <DateField value={dateOfBirth} /> : '—'),
  },
  { label: 'Address', cell: ({ address }) => address || '—' },
  { label: 'Membership Plan', cell: ({ plan }) => plan ?? '—' },
  { label: 'Emergency Contact', cell: ({ emergency }) => emergency || '—' },
];
