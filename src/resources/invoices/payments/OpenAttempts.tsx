import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { readSession } from '#src/authProvider/session.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { attemptsOf, onAttempts, type OpenAttempt } from '#src/dataProvider/attempts.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { isClaimed, onClaims } from './attemptClaims.ts';

/**
 * The user's open attempts on this device: sales and purchases whose answer was lost. After the next sign-in it asks the
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

const settlingMs = 1000;

const useOpenAttempts = (): readonly OpenAttempt[] => {
  const [attempts, setAttempts] = useState<readonly OpenAttempt[]>([]);
  useEffect(() => {
    const read = () => setAttempts(attemptsOf(readSession()?.user.id).filter((attempt) => !isClaimed(attempt)));
    // A screen that is still loading may be about to claim it.
    const timer = setTimeout(read, settlingMs);
    const stops = [onAttempts(read), onClaims(read)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
  return attempts;
};
