import { Button, DialogActions, DialogContent } from '@mui/material';
import type { ReactNode } from 'react';
import { useConfirm } from '../ConfirmDialog.tsx';
import { TitledDialog } from '../TitledDialog.tsx';
import { closeQuestion, LeaveGuard, leaveQuestion } from './LeaveWarning.tsx';
import { SubmitError } from './SubmitError.tsx';

interface SubmitDialogProps {
  title: string;
  submitLabel: string;
  /** Whether anything was typed: Cancel closes the dialog at once, and any other way asks first. */
  isDirty: boolean;
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
  isDirty,
  isPending,
  error,
  onSubmit,
  onClose,
  children,
}: SubmitDialogProps) => {
  const { confirm, dialog } = useConfirm();
  const leave = async () => {
    if (!isPending && (!isDirty || (await confirm(closeQuestion)))) onClose();
  };
  return (
    <TitledDialog title={title} onClose={() => void leave()}>
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
      <LeaveGuard isActive={isDirty && !isPending} question={leaveQuestion} />
      {dialog}
    </TitledDialog>
  );
};
