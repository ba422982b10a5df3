import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { certificateRequired } from '#domain/signatures/certificateContract.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { certificateActions } from '#src/dataProvider/certificates.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { FilePicker } from '#src/ui/forms/FilePicker.tsx';
import { SubmitDialog } from '#src/ui/forms/SubmitDialog.tsx';

export const CertificateDialog = ({ companyId, onClose }: { companyId: string; onClose: () => void }) => {
  const notify = useNotify();
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (chosen: File) => certificateActions.upload(companyId, { file: chosen, password }),
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' });
      onClose();
    },
  });
  const submit = () => {
    setProblem(file ? undefined : certificateRequired);
    if (file) mutate(file);
  };
  return (
    <SubmitDialog
      title="Upload certificate"
      submitLabel="Upload"
      isDirty={file !== null || password !== ''}
      isPending={isPending}
      error={error ? messageFrom(error, 'Failed to upload the certificate') : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        A .p12 or .pfx file holds the certificate with its key. Your certificate authority gave it to you with its
        password. Both are kept encrypted and are never shown again.
      </Typography>
      <FilePicker
        label="File"
        noun="File"
        hint="A .p12 or .pfx file."
        accept=".p12,.pfx,application/x-pkcs12"
        file={file}
        onChange={setFile}
        error={problem}
      />
      <TextField
        label="Password of the file"
        type="password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 200 } }}
      />
    </SubmitDialog>
  );
};
