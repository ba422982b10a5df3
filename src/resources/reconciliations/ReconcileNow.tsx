import SyncOutlined from '@mui/icons-material/SyncOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { mayInCompany } from '#src/authProvider/session.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const ReconcileDialog = lazyWithPreload('reconciliations', () => import('./ReconcileDialog.tsx'), 'ReconcileDialog');

/** The company admins' button, and its dialog. */
export const ReconcileNow = () => {
  const { companyId } = useSelectedLocation();
  const [isOpen, setOpen] = useState(false);
  if (!mayInCompany(companyId, 'reconciliations:start')) return null;
  return (
    <>
      <Button variant="contained" startIcon={<SyncOutlined />} onClick={() => setOpen(true)}>
        Reconcile Now
      </Button>
      {isOpen && (
        <LazyPart onClose={() => setOpen(false)}>
          <ReconcileDialog onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
};
