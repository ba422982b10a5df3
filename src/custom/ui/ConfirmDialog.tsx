import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useRef, type ReactNode } from 'react';

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Red, for what cannot be taken back. */
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question before something is done. Escape and a click beside it mean no. */
export const ConfirmDialog = ({ isOpen, title, text, confirmLabel, cancelLabel = 'Cancel', isDangerous, isBusy, onConfirm, onCancel }: ConfirmDialogProps) => {
  const id = useId();
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog open={isOpen} onClose={onCancel} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} maxWidth="xs" fullWidth slotProps={{ transition: { onEnter: () => safe.current?.focus() } }}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent id={`${id}-text`} sx={text ? undefined : { py: 0 }}>
        {text && <DialogContentText>{text}</DialogContentText>}
      </DialogContent>
      <DialogActions>
        <Button ref={safe} onClick={onCancel} color="inherit">
          {cancelLabel}
        </Button>
        <Button onClick={onConfirm} variant="contained" color={isDangerous ? 'error' : 'primary'} loading={isBusy ?? null}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
