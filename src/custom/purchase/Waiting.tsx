import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { ReactNode } from 'react';
import { usePurchaseDialog } from './purchaseContext.ts';

/** The payment step before there is something to fill in: what is waited for or went wrong, and the ways out. */
export const Waiting = ({ onBack, children }: { onBack: () => void; children: ReactNode }) => {
  const { close } = usePurchaseDialog();
  return (
    <>
      <DialogContent dividers>{children}</DialogContent>
      <DialogActions sx={{ pt: '16px !important' }}>
        <Button color="inherit" onClick={onBack} sx={{ mr: 'auto' }}>
          Back
        </Button>
        <Button color="inherit" onClick={close}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
};
