import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { paymentLinkBody, type PaymentLink } from '#domain/invoices/paymentLinkContract.ts';
import { longDate } from '#domain/shared/dateText.ts';
import { paymentLinkDays } from '#domain/shared/limits.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useAsyncLock } from '../payments/useAsyncLock.ts';
import { cardAvailability, useStripeConfig } from '../payments/useStripeConfig.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { useInvoiceCall } from './useInvoiceCall.ts';

interface PaymentLinkDialogProps {
  invoice: InvoiceRecord;
  onClose: () => void;
}

/** Makes a link with which anyone can pay the amount due, and emails or copies it. */
export const PaymentLinkDialog = ({ invoice, onClose }: PaymentLinkDialogProps) => {
  const [email, setEmail] = useState(invoice.contact?.email ?? '');
  const { send, copy, link, problem, error, isBusy } = usePaymentLink(invoice, onClose);
  const hasCards = cardAvailability(useStripeConfig(invoice.company?.id)).state !== 'not configured';
  return (
    <TitledDialog title="Send Payment Link" onClose={() => !isBusy && onClose()}>
      {hasCards ? (
        <form noValidate onSubmit={(event) => (event.preventDefault(), void send(email.trim()))}>
          <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
            <Typography color="textSecondary">
              {`Anyone with the link can see this invoice and pay ${formatMoney(invoice.due, invoice.currency)} by card. It works for ${paymentLinkDays} days, or until a newer link is made.`}
            </Typography>
            {error && <Alert severity="error">{error}</Alert>}
            {link ? (
              <CopiedLink link={link} zone={invoice.location?.timezone} />
            ) : (
              <TextField
                label="Email"
                type="email"
                autoFocus
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                error={problem !== undefined}
                helperText={problem}
                slotProps={{ htmlInput: { autoComplete: 'off' } }}
              />
            )}
          </DialogContent>
          <DialogActions
            sx={{ px: { xs: 2, sm: 3 }, '& > .MuiButton-root': { px: { xs: 1.5, sm: 2 }, whiteSpace: 'nowrap' } }}
          >
            <Button color="inherit" onClick={onClose} disabled={isBusy}>
              {link ? 'Done' : 'Cancel'}
            </Button>
            <Button variant={link ? 'contained' : 'outlined'} onClick={() => void copy()} disabled={isBusy}>
              Copy Link
            </Button>
            {!link && (
              <Button type="submit" variant="contained" loading={isBusy}>
                Send Link
              </Button>
            )}
          </DialogActions>
        </form>
      ) : (
        <>
          <DialogContent>
            <Alert severity="info">
              Cards are not set up for this company. A company admin can connect Stripe under Company.
            </Alert>
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </>
      )}
    </TitledDialog>
  );
};

/** Shows the link, for browsers that refuse to copy it. */
const CopiedLink = ({ link, zone = 'UTC' }: { link: PaymentLink; zone: string | undefined }) => (
  <TextField
    label="Payment link"
    value={link.url}
    autoFocus
    onFocus={(event) => event.target.select()}
    helperText={`Works until ${longDate(link.expiresAt, zone)}`}
    slotProps={{ htmlInput: { readOnly: true } }}
  />
);

const usePaymentLink = (invoice: InvoiceRecord, onClose: () => void) => {
  const data = useAppDataProvider();
  const notify = useNotify();
  const { call } = useInvoiceCall(invoice.id);
  const { withLock, isBusy } = useAsyncLock();
  const [link, setLink] = useState<PaymentLink>();
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const make = (body: { email?: string }) =>
    call('payment-link', body, (key) => data.createPaymentLink(invoice.id, body, key));

  const send = (email: string) =>
    withLock(async () => {
      const checked = paymentLinkBody.safeParse({ email });
      setError(undefined);
      setProblem(email === '' ? 'Enter an email address, or copy the link' : checked.error?.issues[0]?.message);
      if (email === '' || checked.error) return;
      try {
        const made = await make({ email });
        notify(
          `Payment link sent to ${email}. It works until ${longDate(made.expiresAt, invoice.location?.timezone ?? 'UTC')}.`,
          { type: 'success' },
        );
        onClose();
      } catch (failure) {
        setError(messageFrom(failure, 'Failed to send the payment link'));
      }
    });

  const copy = () =>
    withLock(async () => {
      setError(undefined);
      setProblem(undefined);
      try {
        const made = link ?? (await make({}));
        setLink(made);
        await navigator.clipboard.writeText(made.url).then(
          () => notify('Payment link copied', { type: 'success' }),
          () => setError('Your browser did not let us copy the link. Copy it from the field below.'),
        );
      } catch (failure) {
        setError(messageFrom(failure, 'Failed to make the payment link'));
      }
    });
  return { send, copy, link, problem, error, isBusy };
};
