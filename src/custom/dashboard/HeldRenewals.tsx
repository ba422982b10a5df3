import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayInCompany } from '#src/authProvider/session.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

/** Imported memberships do not renew until a company admin has reviewed the charges of the first day. */
export const HeldRenewals = () => {
  const { selected } = useLocationScope();
  const companyId = selected?.company.id;
  return companyId && mayInCompany(companyId, 'renewals:release') ? (
    <CompanyHeldRenewals key={companyId} companyId={companyId} />
  ) : null;
};

const CompanyHeldRenewals = ({ companyId }: { companyId: string }) => {
  const data = useAppDataProvider();
  const [isOpen, setOpen] = useState(false);
  const queryKey = ['held-renewals', companyId];
  const { data: held } = useQuery({ queryKey, queryFn: ({ signal }) => data.heldRenewals(companyId, signal) });
  const count = held ? held.card + held.manual : 0;
  // The front desk does not wait for this query, and its failure is not shown there.
  if (!held || count === 0) return null;
  return (
    <>
      <Alert
        severity="warning"
        action={
          <Button color="inherit" onClick={() => setOpen(true)}>
            Review and Release
          </Button>
        }
        sx={{
          mb: { xs: 2, md: 2.5 },
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          '& .MuiAlert-message': { flex: '1 1 220px' },
        }}
      >
        <AlertTitle>Renewals are on hold</AlertTitle>
        {`${members(count)} imported and will not renew until you release renewals.`}
      </Alert>
      {isOpen && (
        <LazyPart onClose={() => setOpen(false)}>
          <ReleaseDialog companyId={companyId} held={held} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
};

const members = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'membership was' : 'memberships were'}`;

/** Loaded lazily: a company needs it at most once. */
const ReleaseDialog = lazyWithPreload('held-renewals', () => import('./ReleaseDialog.tsx'), 'ReleaseDialog');
