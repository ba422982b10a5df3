import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { useId } from 'react';

/** What the specification calls an alert: one sentence and OK. Open while there is a text. */
export const AlertDialog = ({ text, onClose }: { text: string | undefined; onClose: () => void }) => {
  const id = useId();
  return (
    <Dialog open={text !== undefined} onClose={onClose} role="alertdialog" aria-label="Alert" aria-describedby={id} maxWidth="xs" fullWidth>
      <DialogContent sx={{ pt: 3 }}>
        <DialogContentText id={id} color="text.primary">
          {text}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} variant="contained" autoFocus>
          OK
        </Button>
      </DialogActions>
    </Dialog>
  );
};
