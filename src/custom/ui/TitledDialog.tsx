import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';

interface TitledDialogProps extends Omit<DialogProps, 'open' | 'title'> {
  open?: boolean;
  title: ReactNode;
}

/** A dialog named by its title, open by default while it is mounted. */
export const TitledDialog = ({ open = true, title, maxWidth = 'sm', children, ...props }: TitledDialogProps) => {
  const id = useId();
  return (
    <Dialog open={open} aria-labelledby={id} maxWidth={maxWidth} fullWidth {...props}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {children}
    </Dialog>
  );
};
