import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { counted } from './counted.ts';
import type { ImportWork } from './useContactImport.ts';

/** What goes on, while it does. Escape and Cancel stop it, and nothing is saved then. */
export const ImportProgress = ({ work, onCancel }: { work: ImportWork; onCancel: () => void }) => {
  const id = useId();
  return (
    <Dialog open onClose={onCancel} aria-labelledby={id} maxWidth="xs" fullWidth disableRestoreFocus>
      <DialogTitle id={id}>{titleOf(work)}</DialogTitle>
      <DialogContent>
        <LinearProgress aria-labelledby={id} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          {work.phase === 'saving' ? 'All of them are saved together, or none.' : 'Nothing is saved yet.'}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} color="inherit" autoFocus>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const titleOf = (work: ImportWork) => {
  if (work.phase === 'reading') return 'Reading the file…';
  return work.phase === 'checking' ? `Checking ${counted(work.count, 'row')}…` : `Saving ${counted(work.count, 'contact')}…`;
};
