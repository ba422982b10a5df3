import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { receiptBody } from '#domain/contract/invoices-receipt.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { useAsyncLock } from './useAsyncLock.ts';

interface EmailReceiptDialogProps {
  invoiceId: string;
  /** The customer's own; empty where there is none. */
  email: string;
  onClose: () => void;
}

/** Mails the receipt of an invoice to the customer, or to an address that is typed. */
export const EmailReceiptDialog = ({ invoiceId, email: known, onClose }: EmailReceiptDialogProps) => {
  const id = useId();
  const data = useAppDataProvider();
  const notify = useNotify();
  const { withLock, isBusy } = useAsyncLock();
  const [typed, setTyped] = useState(known);
  const [problem, setProblem] = useState<string>();
  const [error, setError] = useState<string>();

  const send = () =>
    withLock(async () => {
      const email = typed.trim();
      const checked = receiptBody.safeParse({ email });
      const wrong = email === '' ? 'Enter an email address' : checked.error?.issues[0]?.message;
      setError(undefined);
      setProblem(wrong);
      if (wrong) return;
      try {
        await data.mailReceipt(invoiceId, { email });
        notify(`The receipt is sent to ${email}`, { type: 'success' });
        onClose();
      } catch (failure) {
        setError(messageFrom(failure, 'Failed to send the receipt'));
      }
    });
  return (
    <Dialog open onClose={() => !isBusy && onClose()} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>Email Receipt</DialogTitle>
      <form noValidate onSubmit={(event) => (event.preventDefault(), void send())}>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          {error && <Alert severity="error">{error}</Alert>}
          <TextField
            label="Email"
            type="email"
            autoFocus
            fullWidth
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={problem !== undefined}
            helperText={problem}
            slotProps={{ htmlInput: { autoComplete: 'off' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            Send Receipt
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
