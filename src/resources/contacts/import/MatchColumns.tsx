import { Alert, Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import type { Reading, Sheet } from '#domain/contact-import/rows.ts';
import {
  dateFields,
  importFields,
  importLabel,
  missingColumns,
  remapColumn,
  type ImportField,
} from '#domain/contact-import/columns.ts';
import { dateOrders, needsDateOrder, type DateOrder } from '#domain/contact-import/dates.ts';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { pluralize } from '#src/ui/labels.ts';
import { Section } from '#src/ui/Section.tsx';
import { listDates, readSheet } from './checkedRows.ts';
import { ImportStepFrame } from './ImportParts.tsx';
import { RowPreview } from './RowPreview.tsx';
import type { MatchStep } from './useContactImport.ts';

interface MatchColumnsProps {
  step: MatchStep;
  error: string | undefined;
  onReading: (reading: Reading) => void;
  onCheck: () => void;
  onBack: () => void;
}

export const MatchColumns = ({
  step: { fileName, sheet, reading },
  error,
  onReading,
  onCheck,
  onBack,
}: MatchColumnsProps) => {
  const missing = missingColumns(reading.map);
  const count = sheet.rows.length;
  return (
    <ImportStepFrame label="Match the columns">
      <Section
        title="Match the columns"
        text={`${fileName} has ${pluralize(count, 'row')}. Columns with a familiar name are matched already.`}
        isFlush
      >
        <ColumnTable sheet={sheet} reading={reading} onReading={onReading} />
      </Section>
      {needsDateOrder(listDates(sheet, reading.map)) && (
        <DateOrderSelect value={reading.dateOrder} onChange={(dateOrder) => onReading({ ...reading, dateOrder })} />
      )}
      {missing.length > 0 ? (
        <Alert severity="warning">{`Choose a column for ${listText(missing)}. It is required.`}</Alert>
      ) : (
        <RowPreview sheet={sheet} reading={reading} />
      )}
      {error && <SubmitError>{error}</SubmitError>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" onClick={onCheck} disabled={missing.length > 0}>
          Check {pluralize(count, 'Row')}
        </Button>
        <Button color="inherit" onClick={onBack}>
          Choose another file
        </Button>
      </Box>
    </ImportStepFrame>
  );
};

const listText = (labels: readonly string[]) => new Intl.ListFormat('en-US').format(labels);

interface ColumnTableProps {
  sheet: Sheet;
  reading: Reading;
  onReading: (reading: Reading) => void;
}

const ColumnTable = ({ sheet, reading, onReading }: ColumnTableProps) => {
  const choose = (column: number, field: ImportField | null) => {
    const next = readSheet(sheet, reading.today, remapColumn(reading.map, column, field));
    const hasSameDates = dateFields.every((date) => next.map.indexOf(date) === reading.map.indexOf(date));
    onReading(hasSameDates ? { ...next, dateOrder: reading.dateOrder } : next);
  };
  const rows = sheet.headings.map((heading, id) => ({
    id,
    heading: heading || `Column ${id + 1}`,
    samples: getSamples(sheet, id),
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
  {
    label: 'Column',
    cell: ({ heading }) => (
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {heading}
      </Box>
    ),
  },
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
        onChange={({ target }) => onChoose(importFields.find((one) => one === target.value) ?? null)}
        sx={{ width: { xs: 190, md: 240 }, textAlign: 'left' }}
        slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': `Read ${heading} as` } } }}
      >
        <MenuItem value="">Not imported</MenuItem>
        {importFields.map((one) => (
          <MenuItem key={one} value={one}>
            {importLabel(one)}
          </MenuItem>
        ))}
      </TextField>
    ),
  },
];

const shownSamples = 3;
const looked = 50;
const sampleLength = 40;

const getSamples = ({ rows }: Sheet, column: number): string =>
  rows
    .slice(0, looked)
    .map(({ cells }) => (cells[column] ?? '').trim())
    .filter(Boolean)
    .slice(0, shownSamples)
    .map((text) => (text.length > sampleLength ? `${text.slice(0, sampleLength)}…` : text))
    .join(' · ');

/** 3/4/1990 is a day in March or in April. The columns as a whole decide, and the user can correct that. */
const DateOrderSelect = ({ value, onChange }: { value: DateOrder; onChange: (order: DateOrder) => void }) => (
  <TextField
    select
    label="Date format"
    value={value}
    onChange={({ target }) => onChange(dateOrders.find((order) => order === target.value) ?? value)}
    sx={{ maxWidth: 320, mt: 1 }}
  >
    {dateOrders.map((order) => (
      <MenuItem key={order} value={order}>
        {labels[order]}
      </MenuItem>
    ))}
  </TextField>
);

const labels: Record<DateOrder, string> = { month: 'Month first (3/25/1990)', day: 'Day first (25/3/1990)' };
