import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { pdfRequired } from '#domain/shared/uploads.ts';
import type { MissingAgreement } from '#domain/signatures/contract.ts';
import { fullName } from '#domain/shared/fullName.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { signatureActions, type Paper } from '#src/dataProvider/signatures.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { SubmitDialog } from '#src/ui/forms/SubmitDialog.tsx';
import { PdfPicker } from '#src/resources/agreements/PdfPicker.tsx';

interface PaperDialogProps {
  readonly contact: ContactRecord;
  readonly agreement: MissingAgreement;
  readonly onClose: () => void;
}

export const PaperDialog = ({ contact, agreement, onClose }: PaperDialogProps) => {
  const notify = useNotify();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState(fullName(contact));
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error } = useIdempotentMutation({
    name: `paper.${contact.id}`,
    mutationFn: (paper: Paper, key) => signatureActions.uploadPaperSignature(contact.id, paper, key),
    onSuccess: () => {
      notify('Paper uploaded', { type: 'success' });
      onClose();
    },
  });
  const submit = () => {
    setProblem(file ? undefined : pdfRequired);
    const { agreementVersionId, contactMembershipId } = agreement;
    if (file) mutate({ agreementVersionId, contactMembershipId, name, file });
  };
  const isDirty = file !== null || name !== fullName(contact);
  return (
    <SubmitDialog
      title={`Upload ${agreement.name}`}
      submitLabel="Upload"
      isDirty={isDirty}
      isPending={isPending}
      error={error ? messageFrom(error, 'Failed to upload the scan') : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Draft
        of={`paper of ${contact.id} ${agreement.agreementId} ${agreement.contactMembershipId}`}
        isDirty={isDirty}
        read={() => ({ name })}
        onRestore={(draft) => setName(draft.name)}
        kept="The name was kept, the file was not."
      />
      <Typography color="textSecondary">
        The scan of the signed paper is kept as it is. It counts as signed, and is marked as paper.
      </Typography>
      <TextField label="Signed by" value={name} onChange={({ target }) => setName(target.value)} sx={{ mt: 1 }} />
      <PdfPicker label="Scan" file={file} onChange={setFile} error={problem} />
    </SubmitDialog>
  );
};
