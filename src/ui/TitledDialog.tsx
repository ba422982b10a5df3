import { Dialog, type DialogProps, DialogTitle } from '@mui/material';
import { useId, type MouseEvent, type ReactNode } from 'react';

interface TitledDialogProps extends Omit<DialogProps, 'open' | 'title' | 'onClose'> {
  open?: boolean;
  title: ReactNode;
  onClose?: () => void;
}

/** A dialog named by its title, open by default while it is mounted. */
export const TitledDialog = ({
  open = true,
  title,
  maxWidth = 'sm',
  onClose,
  slotProps,
  children,
  ...props
}: TitledDialogProps) => {
  const id = useId();
  return (
    <Dialog
      open={open}
      aria-labelledby={id}
      maxWidth={maxWidth}
      fullWidth
      slotProps={{ container: { sx: growingDown }, ...slotProps }}
      {...ignoreDoubleClick(onClose)}
      {...props}
    >
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {children}
    </Dialog>
  );
};

/** Of a dialog's container: what an answer of the server adds at the end moves no input above it. */
export const growingDown = { alignItems: 'flex-start', pt: { sm: 'max(0px, 10vh - 32px)' } } as const;

/**
 * A dialog's props for the second click of a double click on the button that opened it. Beside the dialog it must not close it,
 * and on a text it must not select a word.
 */
export const ignoreDoubleClick = (onClose?: () => void) => ({
  onMouseDown: (event: MouseEvent) => {
    if (event.detail <= 1) pressed.add(event.currentTarget);
    else if (!pressed.has(event.currentTarget)) event.preventDefault();
  },
  ...(onClose && {
    onClose: (event: object, reason: 'backdropClick' | 'escapeKeyDown'): void => {
      const isDoubleClick = reason === 'backdropClick' && 'detail' in event && Number(event.detail) > 1;
      if (!isDoubleClick) onClose();
    },
  }),
});

/** The dialogs on which a click has begun since they were opened. */
const pressed = new WeakSet<EventTarget>();
