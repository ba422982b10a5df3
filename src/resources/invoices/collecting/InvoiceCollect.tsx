import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { BooleanInput, TextInput, useNotify } from 'react-admin';
import { invoiceWriteOffBody, type InvoiceWriteOffBody } from '#domain/invoices/paymentsContract.ts';
import { sentLinkText } from '#domain/invoices/paymentLink.ts';
import { canBeVoided, isOutstanding } from '#domain/invoices/collecting.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useNow } from '#src/ui/time.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { invoiceActions, type InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { chargeText } from '../payments/PaymentForm.tsx';
import { toSavedCard } from './savedCard.ts';
import { TakePaymentDialog } from './TakePaymentDialog.tsx';
import { useInvoiceMutation, useMayForInvoice } from './useInvoiceMutation.ts';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

const PaymentLinkDialog = lazyWithPreload('invoices', () => import('./PaymentLinkDialog.tsx'), 'PaymentLinkDialog');

export const InvoiceCollect = ({ invoice }: { invoice: InvoiceRecord }) => {
  const mayCollect = useMayForInvoice(invoice, 'invoices:collect');
  const mayClose = useMayForInvoice(invoice, 'invoices:close');
  const [open, setOpen] = useState<'payment' | 'link' | 'void' | 'write-off'>();
  const { retry, isPending, error, dialog } = useRetry(invoice);
  const isOwed = isOutstanding(invoice.status);
  const section = useFocusAfter(isOwed);
  if (!mayCollect) return null;
  const due = formatMoney(invoice.due, invoice.currency);
  const close = () => setOpen(undefined);
  return (
    <Box ref={section} tabIndex={-1} sx={{ outline: 'none', '&:empty': { mb: -2.5 } }}>
      {isOwed && (
        <Section title={`${due} outstanding`}>
          <SentLinkText invoice={invoice} />
          {error && (
            <Box sx={{ mb: 1.5 }}>
              <SubmitError>{messageFrom(error, 'Failed to charge the card')}</SubmitError>
            </Box>
          )}
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1,
              '& > *': { flex: { xs: '1 1 40%', sm: 'none' } },
              '& > .MuiButton-root': { minWidth: 'max-content' },
            }}
          >
            <Button variant="contained" onClick={() => setOpen('payment')}>
              Take Payment
            </Button>
            {invoice.hasSavedCard && (
              <Button variant="outlined" loading={isPending} onClick={() => void retry()}>
                Retry Card
              </Button>
            )}
            <Button variant="outlined" onClick={() => setOpen('link')}>
              Send Payment Link
            </Button>
            {mayClose && canBeVoided(invoice) && (
              <Button variant="outlined" color="error" onClick={() => setOpen('void')}>
                Void
              </Button>
            )}
            {mayClose && (
              <Button variant="outlined" color="error" onClick={() => setOpen('write-off')}>
                Write Off
              </Button>
            )}
          </Box>
        </Section>
      )}
      {open === 'payment' && <TakePaymentDialog invoice={invoice} onClose={close} />}
      {open === 'link' && (
        <LazyPart onClose={close}>
          <PaymentLinkDialog invoice={invoice} onClose={close} />
        </LazyPart>
      )}
      {(open === 'void' || open === 'write-off') && <GiveUpDialog invoice={invoice} how={open} onClose={close} />}
      {dialog}
    </Box>
  );
};

const SentLinkText = ({ invoice: { sentLink, location } }: { invoice: InvoiceRecord }) => {
  const now = useNow();
  if (!sentLink) return null;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
      {sentLinkText(sentLink, location?.timezone ?? 'UTC', now)}
    </Typography>
  );
};

/** The buttons disappear once nothing is due: the focus moves to what follows them. */
const useFocusAfter = (isOwed: boolean) => {
  const place = useRef<HTMLDivElement>(null);
  const wasOwed = useRef(isOwed);
  useEffect(() => {
    if (wasOwed.current && !isOwed) place.current?.focus();
    wasOwed.current = isOwed;
  }, [isOwed]);
  return place;
};

const useRetry = (invoice: InvoiceRecord) => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const {
    mutate: charge,
    reset,
    isPending,
    error,
  } = useInvoiceMutation(invoice.id, 'retry', (_due: number, key) => invoiceActions.retryInvoiceCard(invoice.id, key), {
    onSuccess: ({ invoice: now, payment }) => {
      const isPaid = now.status === 'paid';
      // It is less than was asked when a part was paid meanwhile.
      notify(
        isPaid ? `${formatMoney(payment.amount, invoice.currency)} charged` : 'The bank is processing the payment',
        { type: isPaid ? 'success' : 'info' },
      );
    },
  });
  const retry = async () => {
    reset();
    const question = {
      title: `${chargeText(invoice.due, invoice.currency)} to the saved card?`,
      text: toSavedCard(invoice)?.text,
      confirmLabel: chargeText(invoice.due, invoice.currency),
    };
    if (await confirm(question)) charge(invoice.due);
  };
  return { retry, isPending, error, dialog };
};

interface GiveUpDialogProps {
  invoice: InvoiceRecord;
  how: 'void' | 'write-off';
  onClose: () => void;
}

const GiveUpDialog = ({ invoice: current, how, onClose }: GiveUpDialogProps) => {
  // After a lost response a fresh read may show nothing due.
  const [invoice] = useState(current);
  const notify = useNotify();
  const due = formatMoney(invoice.due, invoice.currency);
  const isVoid = how === 'void';
  const { mutateAsync: giveUp } = useInvoiceMutation(invoice.id, how, (body: InvoiceWriteOffBody, key) =>
    isVoid
      ? invoiceActions.voidInvoice(invoice.id, { reason: body.reason }, key)
      : invoiceActions.writeOffInvoice(invoice.id, body, key),
  );
  const sellsMembership = !isVoid && (invoice.metadata?.lineItems ?? []).some(({ type }) => type === 'membership');
  const save = async (values: object) => {
    const { invoice: now } = await giveUp(values as InvoiceWriteOffBody);
    notify(isVoid ? 'Invoice voided' : `${formatMoney(now.writtenOff ?? invoice.due, invoice.currency)} written off`, {
      type: 'success',
    });
  };
  return (
    <FormDialog
      title={isVoid ? 'Void invoice' : `Write Off ${due}`}
      draftOf={`${how} of ${invoice.id}`}
      resolver={resolver}
      defaultValues={{ reason: '', ...(sellsMembership && { grant: invoice.paid > 0 }) }}
      onSubmit={save}
      failed={isVoid ? 'Failed to void the invoice' : 'Failed to write off the rest'}
      submitLabel={isVoid ? 'Void invoice' : 'Write Off'}
      isDangerous
      onClose={onClose}
    >
      <Typography color="textSecondary">
        {isVoid
          ? 'Nothing will be owed on it, and its items go back into stock. This cannot be undone.'
          : 'It will no longer be collected, and counts as a loss. What was paid is kept. This cannot be undone.'}
      </Typography>
      <TextInput source="reason" label="Reason" isRequired multiline minRows={2} autoFocus sx={{ mt: 1 }} />
      {sellsMembership && (
        <BooleanInput
          source="grant"
          label="Grant the membership"
          helperText="A new membership starts, and a renewal moves its end on, as if all was paid."
        />
      )}
      <FormError />
    </FormDialog>
  );
};

const resolver = zodResolver(invoiceWriteOffBody);
