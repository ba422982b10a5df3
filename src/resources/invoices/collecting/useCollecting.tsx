import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { BooleanInput, TextInput, useNotify } from 'react-admin';
import { invoiceWriteOffBody, type InvoiceWriteOffBody } from '#domain/invoices/paymentsContract.ts';
import { canBeVoided, isOutstanding } from '#domain/invoices/collecting.ts';
import { formatMoney } from '#domain/shared/money.ts';
import type { MenuAction } from '#src/ui/ActionMenu.tsx';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { invoiceActions, type InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { chargeText } from '../payments/PaymentForm.tsx';
import { toSavedCard } from './savedCard.ts';
import { TakePaymentDialog } from './TakePaymentDialog.tsx';
import { useInvoiceMutation } from '../useInvoiceMutation.ts';
import { useMayForInvoice } from '../useMayForInvoice.ts';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

const PaymentLinkDialog = lazyWithPreload('invoices', () => import('./PaymentLinkDialog.tsx'), 'PaymentLinkDialog');

/** The actions on what is owed that this user may take, the most usual first, and the dialog of the one that was chosen. */
export const useCollecting = (invoice: InvoiceRecord) => {
  const mayCollect = useMayForInvoice(invoice, 'invoices:collect');
  const mayClose = useMayForInvoice(invoice, 'invoices:close');
  const [open, setOpen] = useState<'payment' | 'link' | 'void' | 'write-off'>();
  const { retry, isPending, error, dialog } = useRetry(invoice);
  const close = () => setOpen(undefined);
  const offered: (MenuAction | false)[] = [
    { label: 'Take Payment', onSelect: () => setOpen('payment') },
    invoice.hasSavedCard === true && { label: 'Retry Card', isPending, onSelect: () => void retry() },
    { label: 'Send Payment Link', onSelect: () => setOpen('link') },
    mayClose && canBeVoided(invoice) && { label: 'Void', isDangerous: true, onSelect: () => setOpen('void') },
    mayClose && { label: 'Write Off', isDangerous: true, onSelect: () => setOpen('write-off') },
  ];
  const isOffered = mayCollect && isOutstanding(invoice.status);
  const dialogs = (
    <>
      {open === 'payment' && <TakePaymentDialog invoice={invoice} onClose={close} />}
      {open === 'link' && (
        <LazyPart onClose={close}>
          <PaymentLinkDialog invoice={invoice} onClose={close} />
        </LazyPart>
      )}
      {(open === 'void' || open === 'write-off') && <GiveUpDialog invoice={invoice} how={open} onClose={close} />}
      {dialog}
    </>
  );
  return { actions: isOffered ? offered.filter((action) => action !== false) : [], error, dialogs };
};

export const RetryError = ({ error }: { error: Error | null }) =>
  error && (
    <Box sx={{ mb: 1.5 }}>
      <SubmitError>{messageFrom(error, 'Failed to charge the card')}</SubmitError>
    </Box>
  );

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
