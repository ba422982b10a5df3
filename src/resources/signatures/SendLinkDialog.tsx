import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { longDate } from '#domain/shared/dateText.ts';
import { signatureRequestDays } from '#domain/shared/limits.ts';
import type { MissingAgreement } from '#domain/signatures/contract.ts';
import { signatureRequestBody, type SignatureRequestBody } from '#domain/signatures/requestContract.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { signatureActions } from '#src/dataProvider/signatures.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { SubmitDialog } from '#src/ui/forms/SubmitDialog.tsx';

interface SendLinkDialogProps {
  readonly contact: ContactRecord;
  readonly agreements: readonly MissingAgreement[];
  readonly onClose: () => void;
}

export const SendLinkDialog = ({ contact, agreements, onClose }: SendLinkDialogProps) => {
  const notify = useNotify();
  const { timezone } = useSelectedLocation();
  const [email, setEmail] = useState(contact.email);
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error } = useIdempotentMutation({
    name: `signing link.${contact.id}`,
    mutationFn: (body: SignatureRequestBody, key) => signatureActions.requestSignatures(contact.id, body, key),
    onSuccess: ({ expiresAt }, { email: address }) => {
      notify(`Link sent to ${address}. It works until ${longDate(expiresAt, timezone)}.`, { type: 'success' });
      onClose();
    },
  });
  const send = () => {
    const body = { agreementIds: agreements.map(({ agreementId }) => agreementId), email: email.trim() };
    const issue = body.email
      ? signatureRequestBody.safeParse(body).error?.issues[0]?.message
      : 'Enter an email address';
    setProblem(issue);
    if (!issue) mutate(body);
  };
  const isDirty = email !== contact.email;
  return (
    <SubmitDialog
      title="Send signing link"
      submitLabel="Send link"
      isDirty={isDirty}
      isPending={isPending}
      error={error ? messageFrom(error, 'Failed to send the link') : undefined}
      onSubmit={send}
      onClose={onClose}
    >
      <Draft
        of={`signing link of ${contact.id}`}
        isDirty={isDirty}
        read={() => ({ email })}
        onRestore={(draft) => setEmail(draft.email)}
      />
      <Typography color="textSecondary">
        {`To read and sign ${agreements.map(({ name }) => name).join(', ')}. The link works for ${signatureRequestDays} days, or until a newer one is sent.`}
      </Typography>
      <TextField
        label="Email"
        type="email"
        autoFocus
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={problem !== undefined}
        helperText={problem}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
        sx={{ mt: 1 }}
      />
    </SubmitDialog>
  );
};
