import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { useMayAt } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import type { OpenDrawerProps } from './DrawerDialog.tsx';
import { useTillDrawer } from './useTillDrawer.ts';

/** Says where cash changes hands that no drawer counts it, and opens one there. Nothing for those who may not use drawers. */
export const NoDrawerNotice = ({ locationId, what = 'cash' }: { locationId: string; what?: 'cash' | 'refund' }) => {
  const mayUse = useMayAt({ locationId }, 'drawers:use');
  const { data: till } = useTillDrawer(locationId, mayUse);
  const [isOpening, setOpening] = useState(false);
  const close = () => setOpening(false);
  if (!till || (till.current && !isOpening)) return null;
  return (
    <>
      {!till.current && (
        <Alert
          severity="warning"
          role="note"
          sx={wrapping}
          action={
            <Button color="inherit" size="small" onClick={() => setOpening(true)}>
              Open Drawer
            </Button>
          }
        >
          No drawer is open, so no drawer counts this {what}.
        </Alert>
      )}
      {isOpening && (
        <LazyPart onClose={close}>
          <OpenDrawer locationId={locationId} lastCounted={till.lastCounted} onClose={close} />
        </LazyPart>
      )}
    </>
  );
};

/** On a phone the button stands below the text. */
const wrapping = {
  flexWrap: 'wrap',
  '& .MuiAlert-message': { flex: '1 1 180px' },
  '& .MuiButton-root': { whiteSpace: 'nowrap' },
} as const;

const OpenDrawer = lazyWithPreload<'OpenDrawer', OpenDrawerProps>(
  'pos',
  () => import('./DrawerDialog.tsx'),
  'OpenDrawer',
);
