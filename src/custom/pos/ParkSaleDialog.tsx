import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { parkedNoteMaxLength, parkedSaleDays } from '#domain/rules/limits.ts';
import { Draft } from '#src/custom/forms/FormDraft.tsx';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useAsyncLock } from '#src/custom/payments/useAsyncLock.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { sendKeyed, type Attempt } from '#src/dataProvider/useKeyedCall.ts';
import { soldIn } from './tillState.ts';
import { useTill } from './useTillState.ts';

/** Parks the cart for any till of the location, and empties this one. */
export const ParkSaleDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId();
  const { cart, discount, contact, clear } = useTill();
  const { id: locationId } = useSelectedLocation();
  const data = useAppDataProvider();
  const notify = useNotify();
  const { withLock, isBusy } = useAsyncLock();
  const [note, setNote] = useState('');
  // Kept with the note over an ended session, so that a lost answer does not park the sale twice.
  const attempt = useRef<Attempt>(undefined);
  const [error, setError] = useState<string>();
  const restore = (draft: { note: string; attempt?: Attempt | undefined }) => {
    setNote(draft.note);
    attempt.current = draft.attempt;
  };
  const park = () =>
    withLock(async () => {
      setError(undefined);
      try {
        const sale = { locationId, contactId: contact?.id ?? null, ...soldIn({ cart, discount }), note: note.trim() || undefined };
        await sendKeyed({ get: () => attempt.current, set: (next) => void (attempt.current = next) }, sale, (key) => data.parkSale(sale, key));
        clear();
        notify('Sale parked', { type: 'success' });
        onClose();
      } catch (failure) {
        setError(messageFrom(failure, 'Failed to park the sale'));
      }
    });
  return (
    <Dialog open onClose={() => !isBusy && onClose()} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>Park Sale</DialogTitle>
      <form noValidate onSubmit={(event) => (event.preventDefault(), void park())}>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
          <Typography color="textSecondary">
            {`Any till of this location can go on with it for ${parkedSaleDays} days. Nothing is sold or reserved until then.`}
          </Typography>
          <Draft of={`parked sale at ${locationId}`} isDirty={note !== ''} read={() => ({ note, attempt: attempt.current })} onRestore={restore} />
          {error && <Alert severity="error">{error}</Alert>}
          <TextField
            label="Note (optional)"
            autoFocus
            value={note}
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: parkedNoteMaxLength, autoComplete: 'off' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            Park Sale
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
