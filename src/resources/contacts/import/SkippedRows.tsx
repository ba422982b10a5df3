import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router-dom';
import type { Sheet } from '#domain/rules/contactImport.ts';
import { todayIn } from '#domain/rules/dates.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { csvHead, csvLines, saveFile, type CsvColumn } from '#src/custom/lists/csv.ts';
import { StaticTable } from '#src/custom/lists/StaticTable.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { paths } from '#src/paths.ts';
import { counted } from './counted.ts';
import { RowPerson } from './RowPerson.tsx';
import type { SkippedRow } from './checkedRows.ts';

const shownRows = 100;

/** The rows that are left out, each with its reason; a file of them can be put right and imported in turn. */
export const SkippedRows = ({ sheet, rows }: { sheet: Sheet; rows: readonly SkippedRow[] }) => {
  const { timezone } = useSelectedLocation();
  if (rows.length === 0) return null;
  const save = () => {
    const columns = fileColumns(sheet);
    saveFile(`contacts-skipped-${todayIn(timezone, new Date())}.csv`, [csvHead(columns), csvLines(columns, rows)], 'text/csv;charset=utf-8');
  };
  return (
    <Section
      title={`${counted(rows.length, 'row')} skipped`}
      text={rows.length > shownRows ? `The first ${shownRows} of them; the file has all.` : 'Download them with their reasons to put them right.'}
      isFlush
      actions={
        <Button variant="outlined" color="inherit" startIcon={<FileDownloadOutlined />} onClick={save}>
          Download CSV
        </Button>
      }
    >
      <StaticTable label="Skipped rows" columns={columns} rows={rows.slice(0, shownRows)} />
    </Section>
  );
};

const fileColumns = ({ headings }: Sheet): CsvColumn<SkippedRow>[] => [
  ...headings.map((label, index): CsvColumn<SkippedRow> => ({ label, value: ({ row }) => row.cells[index] })),
  { label: 'Reason', value: ({ reason }) => reason },
];

const columns: readonly Column<SkippedRow>[] = [
  { label: 'Name', cell: ({ name, email }) => <RowPerson name={name} email={email} /> },
  { label: 'Row', cell: ({ id }) => id.toLocaleString('en-US') },
  {
    label: 'Reason',
    cell: ({ reason, contactId }) =>
      contactId ? (
        // In a tab of its own: the import waits here. The opener's tab hands its selected location over.
        <MuiLink component={Link} to={paths.contacts.show(contactId)} target="_blank" rel="opener">
          {reason}
        </MuiLink>
      ) : (
        reason
      ),
  },
];
