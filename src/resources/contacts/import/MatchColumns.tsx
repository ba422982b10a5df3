import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Reading } from '#domain/rules/contactImport.ts';
import { missingColumns } from '#domain/rules/contactImportColumns.ts';
import { needsDateOrder } from '#domain/rules/contactImportDates.ts';
import { Section } from '#src/custom/ui/Section.tsx';
import { birthdaysOf } from './checkedRows.ts';
import { ColumnTable } from './ColumnTable.tsx';
import { counted } from './counted.ts';
import { DateOrderSelect } from './DateOrderSelect.tsx';
import { ImportStepFrame } from './ImportStepFrame.tsx';
import { RowPreview } from './RowPreview.tsx';
import type { MatchStep } from './useContactImport.ts';

interface MatchColumnsProps {
  step: MatchStep;
  onReading: (reading: Reading) => void;
  onCheck: () => void;
  onBack: () => void;
}

/** The second step: what each column of the file is read as, and how the first rows look then. */
export const MatchColumns = ({ step: { fileName, sheet, reading }, onReading, onCheck, onBack }: MatchColumnsProps) => {
  const missing = missingColumns(reading.map);
  const count = sheet.rows.length;
  return (
    <ImportStepFrame label="Match the columns">
      <Section title="Match the columns" text={`${fileName} has ${counted(count, 'row')}. Columns with a familiar name are matched already.`} isFlush>
        <ColumnTable sheet={sheet} reading={reading} onReading={onReading} />
      </Section>
      {needsDateOrder(birthdaysOf(sheet, reading.map)) && (
        <DateOrderSelect value={reading.dateOrder} onChange={(dateOrder) => onReading({ ...reading, dateOrder })} />
      )}
      {missing.length > 0 ? (
        <Alert severity="warning">{`Choose a column for ${listText(missing)}: no contact can do without.`}</Alert>
      ) : (
        <RowPreview sheet={sheet} reading={reading} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" onClick={onCheck} disabled={missing.length > 0}>
          Check {counted(count, 'Row')}
        </Button>
        <Button color="inherit" onClick={onBack}>
          Choose Another File
        </Button>
      </Box>
    </ImportStepFrame>
  );
};

const listText = (labels: readonly string[]) => new Intl.ListFormat('en-US').format(labels);
