import { Alert, Button } from '@mui/material';
import { useNotify } from 'react-admin';
import type { Erasure } from '#domain/personal-data/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { mayInCompany } from '#src/authProvider/session.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { personalDataActions } from '#src/dataProvider/personal-data.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';

/** That a contact is about to be erased, who asked for it, and until when it can be taken back. */
export const ErasureNotice = ({ erasure }: { erasure: Erasure | null | undefined }) => {
  const { company, timezone } = useSelectedLocation();
  const notify = useNotify();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (id: string) => personalDataActions.takeBackErasure(id),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to take back the erasure'), { type: 'error' }),
  });
  if (!erasure) return null;
  const { contactId, askedBy, dueAt, refusal } = erasure;
  const text = refusal
    ? `The data could not be erased on ${dateTimeText(dueAt, timezone)}, and will be once this is settled: ${refusal}`
    : `The data will be erased on ${dateTimeText(dueAt, timezone)}.`;
  return (
    <Alert
      severity="warning"
      sx={{
        mb: 2,
        alignItems: { sm: 'center' },
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: '1 1 220px', overflowWrap: 'anywhere' },
      }}
      action={
        mayInCompany(company.id, 'contacts:erase') && (
          <Button
            color="inherit"
            size="small"
            loading={isPending}
            onClick={() => mutate(contactId)}
            sx={{ whiteSpace: 'nowrap' }}
          >
            Take Back
          </Button>
        )
      }
    >
      {text} {askedBy} asked for it.
    </Alert>
  );
};
