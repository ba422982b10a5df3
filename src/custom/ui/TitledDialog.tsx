import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';

interface TitledDialogProps extends Omit<DialogProps, 'open' | 'title' | 'onClose'> {
  open?: boolean;
  title: ReactNode;
  onClose?: () => void;
}

/** A dialog named by its title, open by default while it is mounted. */
export const TitledDialog = ({ open = true, title, maxWidth = 'sm', onClose, children, ...props }: TitledDialogProps) => {
  const id = useId();
  return (
    <Dialog open={open} aria-labelledby={id} maxWidth={maxWidth} fullWidth {...(onClose && { onClose: ignoreDoubleClick(onClose) })} {...props}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {children}
    </Dialog>
  );
};

/** The second click of a double click on the button that opened a dialog falls beside the dialog, and must not close it. */
export const ignoreDoubleClick =
  (onClose: () => void) =>
  (event: object, reason: 'backdropClick' | 'escapeKeyDown'): void => {
    const isDoubleClick = reason === 'backdropClick' && 'detail' in event && Number(event.detail) > 1;
    if (!isDoubleClick) onClose();
  };
