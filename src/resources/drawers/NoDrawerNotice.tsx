import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { useMayAt } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import type { OpenDrawerProps } from './DrawerDialog.tsx';
import { useTillDrawer } from './useTillDrawer.ts';

interface NoDrawerNoticeProps {
  locationId: string;
  what?: 'cash' | 'refund';
  /** Said in any case, in the same notice. */
  note?: string | undefined;
}

/** Says where cash changes hands that no drawer counts it, and opens one there. Only the note for those who may not use drawers. */
export const NoDrawerNotice = ({ locationId, what = 'cash', note }: NoDrawerNoticeProps) => {
  const mayUse = useMayAt({ locationId }, 'drawers:use');
  const { data: till } = useTillDrawer(locationId, mayUse);
  const [isOpening, setOpening] = useState(false);
  const close = () => setOpening(false);
  const noted = note && <Box sx={{ textWrap: 'pretty' }}>{note}</Box>;
  if (!till || (till.current && !isOpening))
    return (
      noted && (
        <Alert severity="info" role="note">
          {noted}
        </Alert>
      )
    );
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
          {noted}
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

/** The button stands beside the text, and below it where that is narrow. A phone has no room for the icon. */
const wrapping = {
  flexWrap: 'wrap',
  px: { xs: 1.5, sm: 2 },
  '& .MuiAlert-icon': { display: { xs: 'none', sm: 'flex' } },
  '& .MuiAlert-message': { flex: '1 1 160px' },
  '& .MuiAlert-action': { pl: { xs: 1, sm: 2 } },
  '& .MuiButton-root': { whiteSpace: 'nowrap' },
} as const;

const OpenDrawer = lazyWithPreload<'OpenDrawer', OpenDrawerProps>(
  'pos',
  () => import('./DrawerDialog.tsx'),
  'OpenDrawer',
);
