import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTimeout } from '#src/custom/ui/time.ts';

/** Says that a report is loading and, after a second, that nobody has to wait for it. Leaving the page or tab cancels the call. */
export const ReportProgress = () => {
  const [isLong, setLong] = useState(false);
  useTimeout(() => setLong(true), longMs);
  return (
    <Box role="status" sx={{ mb: isLong ? 2 : 0 }}>
      <LinearProgress aria-label="Loading report" sx={{ position: 'absolute', insetInline: 0, top: -8 }} />
      {isLong && (
        <Typography variant="body2" color="textSecondary">
          Adding up many rows… A shorter period or one location is faster. You may leave this page.
        </Typography>
      )}
    </Box>
  );
};

const longMs = 1_000;
