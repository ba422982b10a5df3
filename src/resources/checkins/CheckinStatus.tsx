import { Box, Typography } from '@mui/material';
import type { Checkin } from '#domain/checkins/contract.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';

export const CheckinStatus = ({ checkin }: { checkin: Pick<Checkin, 'accessGranted' | 'reason'> }) =>
  checkin.accessGranted ? (
    <StatusBadge severity="success" label="Allowed" />
  ) : (
    <Box component="span" sx={{ display: 'inline-block' }}>
      <StatusBadge severity="error" label="Denied" />
      {checkin.reason && (
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block', mt: 0.25 }}>
          {checkin.reason}
        </Typography>
      )}
    </Box>
  );
