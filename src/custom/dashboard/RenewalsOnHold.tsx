import { Alert, AlertTitle, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RenewalsOnHold as Held } from '#domain/contact-memberships/renewalsOnHoldContract.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { settingsActions } from '#src/dataProvider/settings.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

/** Imported memberships do not renew until a company admin has reviewed the charges of the first day. */
export const RenewalsOnHold = () => {
  const { companyId, held } = useRenewalsOnHold();
  // After a lost answer nothing may be on hold any more, and the dialog still has to say what happened.
  const [reviewed, setReviewed] = useState<Held>();
  const count = held ? held.card + held.manual : 0;
  // A failure is not shown at the front desk.
  const isShown = companyId && held && count > 0;
  return (
    <>
      {isShown && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={() => setReviewed(held)}>
              Review and activate
            </Button>
          }
          sx={{
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            '& .MuiAlert-message': { flex: '1 1 220px' },
          }}
        >
          <AlertTitle>Renewals are on hold</AlertTitle>
          {`${members(count)} imported and will not renew until you activate renewals.`}
        </Alert>
      )}
      {reviewed && (
        <LazyPart onClose={() => setReviewed(undefined)}>
          <ActivateRenewalsDialog
            companyId={companyId}
            held={isShown ? held : reviewed}
            onClose={() => setReviewed(undefined)}
          />
        </LazyPart>
      )}
    </>
  );
};

/** Read only for those who may activate them. */
export const useRenewalsOnHold = () => {
  const { selected } = useLocationScope();
  const companyId = selected?.company.id ?? '';
  const { data: held, isLoading } = useQuery({
    queryKey: ['renewals-on-hold', companyId],
    queryFn: ({ signal }) => settingsActions.renewalsOnHold(companyId, signal),
    enabled: mayInCompany(companyId, 'renewals:activate'),
  });
  return { companyId, held, isLoading };
};

const members = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'membership was' : 'memberships were'}`;

/** Loaded lazily: a company needs it at most once. */
const ActivateRenewalsDialog = lazyWithPreload(
  'renewals-on-hold',
  () => import('./ActivateRenewalsDialog.tsx'),
  'ActivateRenewalsDialog',
);
