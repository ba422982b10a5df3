import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { requiredEmail } from '#domain/shared/fields.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { invoiceActions } from '#src/dataProvider/invoices.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';

interface EmailReceiptDialogProps {
  invoiceId: string;
  email: string;
  onClose: () => void;
}

export const EmailReceiptDialog = ({ invoiceId, email: customerEmail, onClose }: EmailReceiptDialogProps) => {
  const notify = useNotify();
  const { mutateAsync: emailReceipt } = useIdempotentMutation({
    name: `receipt.${invoiceId}`,
    mutationFn: (body: { email: string }, key) => invoiceActions.emailReceipt(invoiceId, body, key),
  });
  const send = async ({ email }: FieldValues) => {
    await emailReceipt({ email });
    notify(`The receipt is sent to ${email}`, { type: 'success' });
  };
  return (
    <FormDialog
      title="Email receipt"
      maxWidth="xs"
      draftOf={`receipt of ${invoiceId}`}
      resolver={resolver}
      defaultValues={{ email: customerEmail }}
      onSubmit={send}
      failed="Failed to send the receipt"
      submitLabel="Send receipt"
      onClose={onClose}
    >
      <FormError />
      <TextInput source="email" type="email" label="Email" autoFocus autoComplete="off" />
    </FormDialog>
  );
};

const resolver = zodResolver(
  z.object({ email: requiredEmail('Enter an email address', 'Enter a valid email address') }),
);
