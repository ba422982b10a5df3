import { Button, DialogActions, DialogContent, LinearProgress, Typography } from '@mui/material';
import { TitledDialog } from './TitledDialog.tsx';

interface ProgressDialogProps {
  isOpen: boolean;
  title: string;
  text: string;
  /** From 0 to 100. Undefined while it is not known. */
  percent?: number | undefined;
  onCancel: () => void;
  /** The page moves the focus itself when the work is done. */
  keepsFocus?: boolean;
}

export const ProgressDialog = ({ isOpen, title, text, percent, onCancel, keepsFocus = false }: ProgressDialogProps) => (
  <TitledDialog open={isOpen} title={title} onClose={onCancel} maxWidth="xs" disableRestoreFocus={keepsFocus}>
    <DialogContent>
      <LinearProgress aria-label={title} {...(percent !== undefined && { variant: 'determinate', value: percent })} />
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ mt: 1.5 }}>
        {text}
      </Typography>
    </DialogContent>
    <DialogActions>
      <Button onClick={onCancel} color="inherit" autoFocus>
        Cancel
      </Button>
    </DialogActions>
  </TitledDialog>
);
