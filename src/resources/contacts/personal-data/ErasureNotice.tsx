import { useNotify } from 'react-admin';
import type { Erasure } from '#domain/personal-data/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { personalDataActions } from '#src/dataProvider/personal-data.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { ActionAlert } from '#src/ui/ActionAlert.tsx';
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
    <ActionAlert
      action={
        mayInCompany(company.id, 'contacts:erase')
          ? { label: 'Take back', isPending, onClick: () => mutate(contactId) }
          : undefined
      }
    >
      {text} {askedBy} asked for it.
    </ActionAlert>
  );
};
