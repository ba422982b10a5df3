import { Box, Typography } from '@mui/material';
import type { Checkin } from '#domain/checkins/contract.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';

/** In a list's card, the reason of a denial is below the name. */
export const CheckinStatus = ({ checkin }: { checkin: Pick<Checkin, 'accessGranted' | 'reason'> }) =>
  checkin.accessGranted ? (
    <StatusBadge severity="success" label="Allowed" />
  ) : (
    <Box component="span" sx={{ display: 'inline-block', maxWidth: '100%' }}>
      <StatusBadge severity="error" label="Denied" />
      {checkin.reason && (
        <Typography
          component="span"
          className="cut table-only"
          variant="caption"
          color="textSecondary"
          sx={{ display: 'block' }}
        >
          {checkin.reason}
        </Typography>
      )}
    </Box>
  );
