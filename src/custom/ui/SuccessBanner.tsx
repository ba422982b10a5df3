import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { successBannerMs } from '#src/limits.ts';
import { navigationState } from '#src/navigationState.ts';

/**
 * What just succeeded, for 3 seconds, floating over the page so that nothing moves. The page before hands it over: `navigate(to, withSuccess('Saved'))`.
 * It is taken out of the history at once, so that Back or a reload does not say it again.
 */
export const SuccessBanner = () => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const handed = navigationState(state).success;
  const [shown, setShown] = useState(handed);
  if (handed && handed !== shown) setShown(handed);
  useEffect(() => {
    if (handed) void navigate(pathname + search, { replace: true, state: null });
  }, [handed, navigate, pathname, search]);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(undefined), successBannerMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <Box component="output" sx={floating}>
      {shown && (
        <Alert severity="success" role="presentation" sx={{ boxShadow: 6 }}>
          {shown}
        </Alert>
      )}
    </Box>
  );
};

/** Where notifications stand too. What lies below it can be clicked. */
const floating = { position: 'fixed', inset: 'auto 16px 24px', zIndex: 'snackbar', display: 'grid', justifyItems: 'center', pointerEvents: 'none', displayPrint: 'none' } as const;
