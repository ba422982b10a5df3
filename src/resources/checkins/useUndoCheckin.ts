import { useNotify } from 'react-admin';
import { messageFrom } from '#src/dataProvider/http.ts';
import { checkinActions } from '#src/dataProvider/checkins.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';

/** `mutate` takes the id of the check-in. */
export const useUndoCheckin = () => {
  const notify = useNotify();
  return useSingleMutation({
    mutationFn: (id: string) => checkinActions.undoCheckin(id),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to undo the check-in'), { type: 'error' }),
  });
};
