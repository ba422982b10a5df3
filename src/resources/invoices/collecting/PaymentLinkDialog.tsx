import { Alert, Button, DialogActions, DialogContent, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import { paymentLinkBody, type PaymentLink } from '#domain/invoices/paymentLinkContract.ts';
import { longDate } from '#domain/shared/dateText.ts';
import { paymentLinkDays } from '#domain/shared/limits.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { mayInCompany } from '#src/authProvider/session.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { cardAvailability, useStripeConfig } from '../payments/useStripeConfig.ts';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { paths } from '#src/paths.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { invoiceActions, type InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { useInvoiceMutation } from './useInvoiceMutation.ts';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

export const PaymentLinkDialog = ({ invoice, onClose }: { invoice: InvoiceRecord; onClose: () => void }) => {
  const [email, setEmail] = useState(invoice.contact?.email ?? '');
  const { send, copy, link, problem, error, isBusy } = usePaymentLink(invoice, onClose);
  const card = cardAvailability(useStripeConfig(invoice.company?.id)).state;
  const maySetUp = mayInCompany(invoice.company?.id, 'stripe:write');
  return (
    <TitledDialog title="Send Payment Link" onClose={() => !isBusy && onClose()}>
      {card === 'loading' && (
        <DialogContent>
          <SkeletonBlock lines={6} />
        </DialogContent>
      )}
      {card === 'ready' && (
        <form noValidate onSubmit={(event) => (event.preventDefault(), send(email.trim()))}>
          <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
            <Typography color="textSecondary">
              {`Anyone with the link can see this invoice and pay ${formatMoney(invoice.due, invoice.currency)} by card. It works for ${paymentLinkDays} days, or until a newer link is made.`}
            </Typography>
            {error && <SubmitError>{error}</SubmitError>}
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
            <Button variant={link ? 'contained' : 'outlined'} onClick={copy} disabled={isBusy}>
              Copy link
            </Button>
            {!link && (
              <Button type="submit" variant="contained" loading={isBusy}>
                Send link
              </Button>
            )}
          </DialogActions>
        </form>
      )}
      {card === 'not configured' && (
        <>
          <DialogContent>
            <Alert severity="info">
              {maySetUp
                ? 'Cards are not set up for this company.'
                : 'Cards are not set up for this company. A company admin can connect Stripe under Company.'}
            </Alert>
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={onClose}>
              Close
            </Button>
            {maySetUp && (
              <Button component={Link} to={paths.company.tab('stripe')} variant="contained">
                Set up Stripe
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </TitledDialog>
  );
};

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
  const notify = useNotify();
  const { mutateAsync: make } = useInvoiceMutation(invoice.id, 'payment-link', (body: { email?: string }, key) =>
    invoiceActions.createPaymentLink(invoice.id, body, key),
  );
  const [link, setLink] = useState<PaymentLink>();
  const [problem, setProblem] = useState<string>();

  const { mutate, reset, isPending, error, variables } = useSingleMutation({
    /** Sends it to an address; copies it without one. */
    mutationFn: async (email: string | undefined) => {
      if (email !== undefined) {
        const { expiresAt } = await make({ email });
        const lastDay = longDate(expiresAt, invoice.location?.timezone ?? 'UTC');
        notify(`Payment link sent to ${email}. It works until ${lastDay}.`, { type: 'success' });
        return onClose();
      }
      const made = link ?? (await make({}));
      setLink(made);
      await navigator.clipboard.writeText(made.url).catch(() => Promise.reject(new Error(notCopied)));
      return notify('Payment link copied', { type: 'success' });
    },
  });
  const send = (email: string) => {
    const checked = paymentLinkBody.safeParse({ email });
    const issue = email === '' ? 'Enter an email address, or copy the link' : checked.error?.issues[0]?.message;
    setProblem(issue);
    if (issue) reset();
    else mutate(email);
  };
  const copy = () => {
    setProblem(undefined);
    mutate(undefined);
  };
  const failed = variables === undefined ? 'Failed to make the payment link' : 'Failed to send the payment link';
  return { send, copy, link, problem, error: error ? messageFrom(error, failed) : undefined, isBusy: isPending };
};

const notCopied = 'Your browser did not let us copy the link. Copy it from the field below.';
