import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { successBannerMs } from '#domain/rules/limits.ts';

/**
 * What just succeeded, for 3 seconds (spec §9). The page before hands it over: `navigate(to, withSuccess('Saved'))`.
 * It is taken out of the history at once, so that Back or a reload does not say it again.
 */
export const SuccessBanner = () => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const handed = messageIn(state);
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
    <Box component="output" sx={{ display: 'block', ...(shown && { mb: 2 }) }}>
      {shown && (
        <Alert severity="success" role="presentation">
          {shown}
        </Alert>
      )}
    </Box>
  );
};

const messageIn = (state: unknown) =>
  state && typeof state === 'object' && 'success' in state && typeof state.success === 'string' ? state.success : undefined;
