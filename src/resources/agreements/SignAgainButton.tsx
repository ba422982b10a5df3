import HistoryEdu from '@mui/icons-material/HistoryEdu';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { Agreement } from '#domain/agreements/contract.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { signatureActions } from '#src/dataProvider/signatures.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';

export const SignAgainButton = ({ agreement: { id, name } }: { agreement: Agreement }) => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const { mutate, isPending } = useMutation({
    mutationFn: () => signatureActions.askToSignAgain(id),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to ask everyone to sign again'), { type: 'error' }),
  });
  const ask = async () => {
    if (await confirm({ title: 'Ask everyone to sign again?', text: whatFollows(name), confirmLabel: 'Ask everyone' }))
      mutate();
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<HistoryEdu />}
        loading={isPending}
        loadingPosition="start"
        onClick={() => void ask()}
      >
        Ask everyone to sign again
      </Button>
      {dialog}
    </>
  );
};

const whatFollows = (name: string) =>
  `Every member whose plan asks for ${name} reads as not signed, and check-in warns about it. Nobody is denied or emailed. ` +
  'What was signed before can still be downloaded. This cannot be undone.';
