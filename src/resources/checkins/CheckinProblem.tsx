import { Alert, AlertTitle } from '@mui/material';
import type { CheckinOutcome } from '#src/dataProvider/checkins.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { checkinDenial } from './checkinDenial.ts';

interface CheckinProblemProps {
  outcome: CheckinOutcome | undefined;
  error: Error | null;
  onClose: () => void;
}

export const CheckinProblem = ({ outcome, error, onClose }: CheckinProblemProps) => (
  <>
    {outcome?.granted === false && <Denied message={outcome.message} onClose={onClose} />}
    {error && (
      <Alert severity="error" onClose={onClose}>
        <AlertTitle>Failed to process check-in</AlertTitle>
        {messageFrom(error, 'Failed to process check-in')}
      </Alert>
    )}
  </>
);

const Denied = ({ message, onClose }: { message: string; onClose: () => void }) => {
  const { title, severity } = checkinDenial(message);
  return (
    <Alert severity={severity} onClose={onClose}>
      <AlertTitle>{title}</AlertTitle>
      {message}
    </Alert>
  );
};
