import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Reading, Sheet } from '#domain/rules/contactImport.ts';
import { importFields, importLabel, remapped, type ImportField } from '#domain/rules/contactImportColumns.ts';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { StaticTable } from '#src/custom/lists/StaticTable.tsx';
import { readingOf } from './checkedRows.ts';

interface ColumnTableProps {
  sheet: Sheet;
  reading: Reading;
  onReading: (reading: Reading) => void;
}

/** The columns of the file, each with what stands first in it and the choice of what it is read as. */
export const ColumnTable = ({ sheet, reading, onReading }: ColumnTableProps) => {
  const choose = (column: number, field: ImportField | null) => {
    const next = readingOf(sheet, reading.today, remapped(reading.map, column, field));
    const isSameBirthday = next.map.indexOf('dateOfBirth') === reading.map.indexOf('dateOfBirth');
    onReading(isSameBirthday ? { ...next, dateOrder: reading.dateOrder } : next);
  };
  const rows = sheet.headings.map((heading, id) => ({
    id,
    heading: heading || `Column ${id + 1}`,
    samples: samplesOf(sheet, id),
    field: reading.map[id] ?? null,
    onChoose: (field: ImportField | null) => choose(id, field),
  }));
  return <StaticTable label="Columns of the file" columns={columns} rows={rows} />;
};

interface FileColumn {
  id: number;
  heading: string;
  samples: string;
  field: ImportField | null;
  onChoose: (field: ImportField | null) => void;
}

const columns: readonly Column<FileColumn>[] = [
  { label: 'Column', cell: ({ heading }) => <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{heading}</Box> },
  {
    label: 'In the file',
    cell: ({ samples }) => (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {samples || '—'}
      </Typography>
    ),
  },
  {
    label: 'Read as',
    cell: ({ heading, field, onChoose }) => (
      <TextField
        select
        size="small"
        value={field ?? ''}
        onChange={({ target }) => onChoose(importFields.find((known) => known === target.value) ?? null)}
        sx={{ width: { xs: 190, md: 240 }, textAlign: 'left' }}
        slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': `Read ${heading} as` } } }}
      >
        <MenuItem value="">Not imported</MenuItem>
        {importFields.map((known) => (
          <MenuItem key={known} value={known}>
            {importLabel(known)}
          </MenuItem>
        ))}
      </TextField>
    ),
  },
];

const shownSamples = 3;
const looked = 50;
const sampleLength = 40;

const samplesOf = ({ rows }: Sheet, column: number): string =>
  rows
    .slice(0, looked)
    .map(({ cells }) => (cells[column] ?? '').trim())
    .filter(Boolean)
    .slice(0, shownSamples)
    .map((text) => (text.length > sampleLength ? `${text.slice(0, sampleLength)}…` : text))
    .join(' · ');
