import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { useId, useRef } from 'react';

/** What the specification calls an alert: one sentence and OK. Open while there is a text. */
export const AlertDialog = ({ text, onClose }: { text: string | undefined; onClose: () => void }) => {
  const id = useId();
  const ok = useRef<HTMLButtonElement>(null);
  return (
    <Dialog open={text !== undefined} onClose={onClose} role="alertdialog" aria-label="Alert" aria-describedby={id} maxWidth="xs" fullWidth slotProps={{ transition: { onEnter: () => ok.current?.focus() } }}>
      <DialogContent sx={{ pt: 3 }}>
        <DialogContentText id={id} color="textPrimary">
          {text}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button ref={ok} onClick={onClose} variant="contained">
          OK
        </Button>
      </DialogActions>
    </Dialog>
  );
};
