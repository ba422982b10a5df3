import { Box, Button } from '@mui/material';
import { createContext, useContext, type ReactNode } from 'react';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { useArrivals } from './useArrivals.ts';

/** Wraps a list of check-ins: keeps it live, and only counts new ones while the pointer or the focus is in the list. */
export const Arrivals = ({ children }: { children: ReactNode }) => {
  const { waiting, showWaiting, isNew, holding } = useArrivals();
  return (
    <ArrivalsContext value={isNew}>
      <Box {...holding} sx={{ position: 'relative' }}>
        <Box component="output" sx={overRows}>
          {waiting > 0 && (
            <Button
              size="small"
              variant="contained"
              onClick={showWaiting}
              sx={{ pointerEvents: 'auto', borderRadius: 5, boxShadow: 4 }}
            >
              {waiting === 1 ? '1 new check-in' : `${waiting} new check-ins`}
            </Button>
          )}
        </Box>
        {children}
      </Box>
    </ArrivalsContext>
  );
};

/** Overlays the rows, so that they do not move. */
const overRows = {
  position: 'absolute',
  inset: '6px 0 auto',
  zIndex: 2,
  display: 'grid',
  justifyItems: 'center',
  pointerEvents: 'none',
} as const;

export const NewBadge = ({ checkinId }: { checkinId: string }) => {
  const isNew = useContext(ArrivalsContext);
  return isNew(checkinId) && <StatusBadge severity="info" label="New" />;
};

const ArrivalsContext = createContext<(checkinId: string) => boolean>(() => false);
