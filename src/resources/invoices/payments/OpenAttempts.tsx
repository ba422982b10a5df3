import { Box } from '@mui/material';
import { useEffect, useState } from 'react';
import { readSession } from '#src/authProvider/session.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { listAttempts, isClaimed, useAttempts, type OpenAttempt } from '#src/dataProvider/attempts.ts';
import { onAlreadySent, type AlreadySentBefore } from '#src/dataProvider/sendAttempt.ts';
import { useTimeout } from '#src/ui/time.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

/**
 * The user's open attempts on this device: sales whose response was lost. After the next sign-in it asks the
 * server about each, unless a screen is working on it.
 */
export const OpenAttempts = () => {
  const attempts = useOpenAttempts();
  if (attempts.length === 0) return null;
  return (
    <LazyPart>
      <Box
        component="section"
        aria-label="Interrupted sales"
        sx={{ display: 'grid', gap: 1.5, mb: 2.5, displayPrint: 'none' }}
      >
        {attempts.map((attempt) => (
          <OpenAttemptNotice key={attempt.key} attempt={attempt} />
        ))}
      </Box>
    </LazyPart>
  );
};

const OpenAttemptNotice = lazyWithPreload(
  'open-attempts',
  () => import('./OpenAttemptNotice.tsx'),
  'OpenAttemptNotice',
);

/** Says what another tab, or an earlier press, sent instead of what was pressed now. */
export const AlreadySent = () => {
  const [said, setSaid] = useState<AlreadySentBefore>();
  useEffect(() => onAlreadySent(setSaid), []);
  useEffect(() => said?.onRead, [said]);
  if (!said) return null;
  const close = () => setSaid(undefined);
  return (
    <LazyPart onClose={close}>
      <AlreadySentDialog first={said.first} onClose={close} />
    </LazyPart>
  );
};

const AlreadySentDialog = lazyWithPreload('already-sent', () => import('./AlreadySentDialog.tsx'), 'AlreadySentDialog');

const settlingMs = 1000;

const useOpenAttempts = (): readonly OpenAttempt[] => {
  // A screen that is still loading may be about to claim one.
  const [isSettled, setSettled] = useState(false);
  useTimeout(() => setSettled(true), isSettled ? null : settlingMs);
  const unclaimed = useAttempts(() => listAttempts(readSession()?.user.id).filter((attempt) => !isClaimed(attempt)));
  return isSettled ? unclaimed : [];
};
