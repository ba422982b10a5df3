import { useNotify } from 'react-admin';
import { todayIn } from '#domain/shared/dates.ts';
import { dayText } from '#domain/shared/dateText.ts';
import { useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { contactActions } from '#src/dataProvider/contacts.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { ActionAlert } from '#src/ui/ActionAlert.tsx';
import { useContact } from './useContact.ts';

export const EmailFailure = () => {
  const { id, emailFailure, mayChange } = useContact();
  const { timezone } = useSelectedLocation();
  const today = useToday();
  const notify = useNotify();
  const { mutate: retry, isPending } = useSingleMutation({
    mutationFn: () => contactActions.retryContactEmails(id),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to send the email again'), { type: 'error' }),
  });
  if (!emailFailure) return null;
  const { at, email, reason } = emailFailure;
  return (
    <ActionAlert action={mayChange === false ? undefined : { label: 'Try Again', isPending, onClick: () => retry() }}>
      {`Email to ${email} failed on ${dayText(todayIn(timezone, new Date(at)), today)}: ${reason}`}
    </ActionAlert>
  );
};
