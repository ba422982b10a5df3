import { Alert, AlertTitle } from '@mui/material';
import type { CheckinOutcome } from '#src/dataProvider/checkins.ts';
import { dayText } from '#domain/shared/dateText.ts';
import { useToday } from '#src/location-scope/useLocationScope.ts';
import { frozenText } from '#src/ui/statuses.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { checkinDenial } from './checkinDenial.ts';

interface CheckinProblemProps {
  outcome: CheckinOutcome | undefined;
  error: Error | null;
  onClose: () => void;
}

export const CheckinProblem = ({ outcome, error, onClose }: CheckinProblemProps) => (
  <>
    {outcome?.granted === false && <Denied {...outcome} onClose={onClose} />}
    {error && (
      <Alert severity="error" onClose={onClose}>
        <AlertTitle>Failed to process check-in</AlertTitle>
        {messageFrom(error, 'Failed to process check-in')}
      </Alert>
    )}
  </>
);

type DeniedProps = Extract<CheckinOutcome, { granted: false }> & Pick<CheckinProblemProps, 'onClose'>;

const Denied = ({ message, frozenUntil, block, onClose }: DeniedProps) => {
  const today = useToday();
  const { title, severity } = frozenUntil
    ? ({ title: frozenText(frozenUntil, today), severity: 'info' } as const)
    : checkinDenial(message);
  return (
    <Alert severity={severity} onClose={onClose}>
      <AlertTitle>{title}</AlertTitle>
      {message}
      {block &&
        `: ${block.reason}. ${block.until ? `Through ${dayText(block.until, today)}.` : 'Until it is removed.'}`}
    </Alert>
  );
};
