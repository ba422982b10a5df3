import { Button, DialogActions, DialogContent } from '@mui/material';
import type { ReactNode } from 'react';
import { TitledDialog } from '../TitledDialog.tsx';
import { SubmitError } from './SubmitError.tsx';

interface SubmitDialogProps {
  title: string;
  submitLabel: string;
  /** The dialog stays open while it is being sent. */
  isPending: boolean;
  error?: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A short form that holds its own values. `FormDialog` is for react-admin's inputs. */
export const SubmitDialog = ({
  title,
  submitLabel,
  isPending,
  error,
  onSubmit,
  onClose,
  children,
}: SubmitDialogProps) => (
  <TitledDialog title={title} onClose={() => !isPending && onClose()}>
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
        {error && <SubmitError>{error}</SubmitError>}
        {children}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" loading={isPending}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  </TitledDialog>
);
