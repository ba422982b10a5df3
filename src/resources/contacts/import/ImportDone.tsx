import Check from '@mui/icons-material/Check';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link } from 'react-router-dom';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { paths } from '#src/paths.ts';
import { counted } from './counted.ts';
import { ImportStepFrame } from './ImportStepFrame.tsx';
import { SkippedRows } from './SkippedRows.tsx';
import type { DoneStep } from './useContactImport.ts';

/** The last step: what is there now. */
export const ImportDone = ({ step: { imported, sheet, rows }, onAgain }: { step: DoneStep; onAgain: () => void }) => (
  <ImportStepFrame label="Import complete">
    <Paper variant="outlined">
      <EmptyState heading="h2" icon={<Check />} title={`${counted(imported, 'contact')} imported`} text="The newest stand first in the list.">
        <Button component={Link} to={paths.contacts.list} variant="contained">
          View Contacts
        </Button>
        <Button color="inherit" onClick={onAgain}>
          Import Another File
        </Button>
      </EmptyState>
    </Paper>
    <SkippedRows sheet={sheet} rows={rows.skipped} />
  </ImportStepFrame>
);
