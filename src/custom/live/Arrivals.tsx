import Box from '@mui/material/Box';
import Fab from '@mui/material/Fab';
import type { ReactNode } from 'react';
import { ArrivalsContext } from './arrivalsContext.ts';
import { useArrivals } from './useArrivals.ts';

/** Around rows of check-ins: keeps them live, and says what waits while they are pointed at. */
export const Arrivals = ({ children }: { children: ReactNode }) => {
  const { waiting, showWaiting, isNew, holding } = useArrivals();
  return (
    <ArrivalsContext value={isNew}>
      <Box {...holding} sx={{ position: 'relative' }}>
        <Box component="output" sx={overRows}>
          {waiting > 0 && (
            <Fab size="small" variant="extended" color="primary" onClick={showWaiting} sx={{ pointerEvents: 'auto' }}>
              {waiting === 1 ? '1 new check-in' : `${waiting} new check-ins`}
            </Fab>
          )}
        </Box>
        {children}
      </Box>
    </ArrivalsContext>
  );
};

/** Lies over the rows, so that none of them moves. */
const overRows = { position: 'absolute', inset: '6px 0 auto', zIndex: 2, display: 'grid', justifyItems: 'center', pointerEvents: 'none' } as const;
