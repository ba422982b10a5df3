import { Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useNotify } from 'react-admin';
import { messageFrom } from '#src/dataProvider/http.ts';
import { personalDataActions } from '#src/dataProvider/personal-data.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

interface EraseDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

export const EraseDialog = ({ id, name, onClose }: EraseDialogProps) => {
  const notify = useNotify();
  const { mutate, error, isPending } = useIdempotentMutation({
    name: `erasure.${id}`,
    mutationFn: (_nothing: void, key) => personalDataActions.askErasure(id, key),
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' });
      onClose();
    },
  });
  return (
    <TitledDialog title={`Erase the data of ${name}?`} maxWidth="sm" onClose={() => !isPending && onClose()}>
      <DialogContent sx={{ display: 'grid', gap: 1.5, pt: 0 }}>
        {error && <SubmitError severity="warning">{messageFrom(error, 'Failed to ask for the erasure')}</SubmitError>}
        <Typography>
          In 24 hours the name, contact details, photo, notes, tags and emails are erased. Until then it can be taken
          back on this page; afterwards nothing brings them back.
        </Typography>
        <Typography color="textSecondary">
          Invoices, payments and check-ins stay, under ‘Erased contact’. Signed agreements stay as long as the settings
          say. The customer at Stripe is deleted with its cards.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="contained" color="error" loading={isPending} onClick={() => mutate()}>
          Erase in 24 hours
        </Button>
      </DialogActions>
    </TitledDialog>
  );
};
