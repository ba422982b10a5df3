import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { Section } from '#src/custom/ui/Section.tsx';
import { counted } from './counted.ts';
import { ImportStepFrame } from './ImportStepFrame.tsx';
import { SkippedRows } from './SkippedRows.tsx';
import type { CheckStep } from './useContactImport.ts';

interface CheckRowsProps {
  step: CheckStep;
  onImport: () => void;
  onBack: () => void;
}

/** The third step: what will be imported and what will not, before anything is. */
export const CheckRows = ({ step: { sheet, rows }, onImport, onBack }: CheckRowsProps) => {
  const { name } = useSelectedLocation();
  const count = rows.ready.length;
  return (
    <ImportStepFrame label="Check the rows">
      <Section
        title={count > 0 ? `${counted(count, 'contact')} to import` : 'Nothing to import'}
        text={count > 0 ? `They become contacts with ${name} as home location.` : 'No row of this file gives a new contact.'}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {count > 0 && (
            <Button variant="contained" onClick={onImport}>
              Import {counted(count, 'Contact')}
            </Button>
          )}
          <Button color="inherit" onClick={onBack}>
            Back to Columns
          </Button>
        </Box>
      </Section>
      <SkippedRows sheet={sheet} rows={rows.skipped} />
    </ImportStepFrame>
  );
};
