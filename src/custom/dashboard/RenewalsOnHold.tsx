import { Alert, AlertTitle, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayInCompany } from '#src/authProvider/session.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

/** Imported memberships do not renew until a company admin has reviewed the charges of the first day. */
export const RenewalsOnHold = () => {
  const { selected } = useLocationScope();
  const companyId = selected?.company.id;
  return companyId && mayInCompany(companyId, 'renewals:activate') ? (
    <CompanyRenewalsOnHold key={companyId} companyId={companyId} />
  ) : null;
};

const CompanyRenewalsOnHold = ({ companyId }: { companyId: string }) => {
  const data = useAppDataProvider();
  const [isOpen, setOpen] = useState(false);
  const queryKey = ['renewals-on-hold', companyId];
  const { data: held } = useQuery({ queryKey, queryFn: ({ signal }) => data.renewalsOnHold(companyId, signal) });
  const count = held ? held.card + held.manual : 0;
  // The front desk does not wait for this query, and its failure is not shown there.
  if (!held || count === 0) return null;
  return (
    <>
      <Alert
        severity="warning"
        action={
          <Button color="inherit" onClick={() => setOpen(true)}>
            Review and activate
          </Button>
        }
        sx={{
          mb: { xs: 2, md: 2.5 },
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          '& .MuiAlert-message': { flex: '1 1 220px' },
        }}
      >
        <AlertTitle>Renewals are on hold</AlertTitle>
        {`${members(count)} imported and will not renew until you activate renewals.`}
      </Alert>
      {isOpen && (
        <LazyPart onClose={() => setOpen(false)}>
          <ActivateRenewalsDialog companyId={companyId} held={held} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
};

const members = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'membership was' : 'memberships were'}`;

/** Loaded lazily: a company needs it at most once. */
const ActivateRenewalsDialog = lazyWithPreload(
  'renewals-on-hold',
  () => import('./ActivateRenewalsDialog.tsx'),
  'ActivateRenewalsDialog',
);
