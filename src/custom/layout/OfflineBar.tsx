import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import { Box } from '@mui/material';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { lowWindow } from '#src/ui/theme/components.ts';
import { http, isOffline, onConnectionChange } from '#src/dataProvider/http.ts';

/** Says that the server cannot be reached. When it can be reached again, the page is refreshed. */
export const OfflineBar = () => {
  const isShown = useSyncExternalStore(onConnectionChange, isOffline);
  useTryAgain(isShown);
  return (
    <Box component="output" sx={place}>
      {isShown && (
        <Box sx={bar}>
          <CloudOffOutlined fontSize="small" aria-hidden="true" />
          You are offline. This page may be out of date. You can save again when the connection is back.
        </Box>
      )}
    </Box>
  );
};

const useTryAgain = (isLost: boolean) => {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isLost) return undefined;
    // One failed call is not a lost connection: the page is refreshed only after a failed poll.
    let wasLost = false;
    const ask = () => void http('/health', { anonymous: true }).catch(() => (wasLost = true));
    ask();
    const timer = setInterval(ask, tryAgainMs);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
      if (wasLost) void cache.invalidateQueries({ predicate: isNotTold });
    };
  }, [isLost, cache]);
};

/** The stream tells which of the people in memory, up to ten thousand, have changed meanwhile. */
const isNotTold = ({ queryKey, state }: Query) => queryKey[0] !== 'people' || state.data === undefined;

const tryAgainMs = 5000;
/** Below the top bar, and sticky like it. */
const place = {
  display: 'block',
  displayPrint: 'none',
  position: 'sticky',
  top: 64,
  [lowWindow]: { position: 'static' },
  zIndex: 'appBar',
} as const;
const bar = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  px: { xs: 2, md: 3, lg: 4 },
  py: 1,
  fontSize: '0.875rem',
  bgcolor: 'warning.light',
  color: 'text.primary',
} as const;
