import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactor } from '#domain/account/secondFactorContract.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { accountActions } from '#src/dataProvider/account.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import type { SecondFactorDialogProps } from './SecondFactorDialog.tsx';

const SecondFactorDialog = lazyWithPreload('account', () => import('./SecondFactorDialog.tsx'), 'SecondFactorDialog');

export const SecondFactorSection = () => {
  const query = useQuery({ queryKey: ['second-factor'], queryFn: ({ signal }) => accountActions.secondFactor(signal) });
  return (
    <Section
      title="Two-step verification"
      text="A code from an authenticator app on your phone, asked for after your password."
      isBeside
    >
      <QueryState query={query} fallback="Couldn’t load two-step verification" loading={<SkeletonBlock />}>
        {(factor) => <Status factor={factor} />}
      </QueryState>
    </Section>
  );
};

const Status = ({ factor }: { factor: SecondFactor }) => {
  const [dialog, setDialog] = useState<SecondFactorDialogProps['content']>();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <StatusBadge severity={factor.isOn ? 'success' : 'neutral'} label={factor.isOn ? 'On' : 'Off'} />
        <Typography variant="body2" color="textSecondary">
          <Facts {...factor} />
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {factor.isOn ? (
          <>
            <Button variant="outlined" onClick={() => setDialog({ kind: 'codes' })}>
              New recovery codes
            </Button>
            <Button color="inherit" onClick={() => setDialog({ kind: 'off' })}>
              Turn off
            </Button>
          </>
        ) : (
          <Button variant="contained" onClick={() => setDialog({ kind: 'on' })}>
            Turn On
          </Button>
        )}
      </Box>
      {dialog && (
        <LazyPart onClose={() => setDialog(undefined)}>
          <SecondFactorDialog content={dialog} onClose={() => setDialog(undefined)} />
        </LazyPart>
      )}
    </Box>
  );
};

const Facts = ({ isOn, turnedOnAt, recoveryCodesLeft, isRequired }: SecondFactor) => (
  <>
    {isOn && turnedOnAt ? (
      <>
        Since <DateField value={turnedOnAt} />. {pluralize(recoveryCodesLeft, 'recovery code')} left.
      </>
    ) : (
      'You sign in with your password alone.'
    )}
    {isRequired && ' Your company requires this for admins. A passkey counts too.'}
  </>
);
