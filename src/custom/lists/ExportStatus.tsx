import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { AlertDialog } from '#src/custom/ui/ConfirmDialog.tsx';
import type { ExportProgress } from './ExportButton.tsx';

interface ExportStatusProps {
  noun: string;
  progress: ExportProgress | undefined;
  onCancel: () => void;
  error: string | undefined;
  onDismiss: () => void;
}

/** The progress of an export, loaded with the first one. */
export const ExportStatus = ({ noun, progress, onCancel, error, onDismiss }: ExportStatusProps) => (
  <>
    <ExportDialog noun={noun} progress={progress} onCancel={onCancel} />
    <AlertDialog text={error} onClose={onDismiss} />
  </>
);

interface ExportDialogProps {
  noun: string;
  progress: ExportProgress | undefined;
  onCancel: () => void;
}

/** The progress of an export. It closes by itself; Escape and Cancel stop it without a file. */
const ExportDialog = ({ noun, progress, onCancel }: ExportDialogProps) => {
  const id = useId();
  const { done = 0, total = 0 } = progress ?? {};
  return (
    <Dialog open={progress !== undefined} onClose={onCancel} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>Exporting {noun}</DialogTitle>
      <DialogContent>
        <LinearProgress
          aria-labelledby={id}
          {...(total > 0 ? { variant: 'determinate', value: Math.min(100, (done / total) * 100) } : {})}
        />
        <Typography variant="body2" color="textSecondary" className="tabular" sx={{ mt: 1.5 }}>
          {total > 0 ? `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${noun}` : 'Starting…'}
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
