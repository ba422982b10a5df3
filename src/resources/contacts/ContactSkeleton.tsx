import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';

/** A contact's page on its way: who it is, the tabs, and the first sheet beside the activity. */
export const ContactSkeleton = () => (
  <Box component="output" aria-label="Loading" sx={{ display: 'block' }}>
    <Box sx={{ display: 'flex', gap: 1.5, pl: 5.5, mb: 3 }}>
      <Skeleton variant="circular" width={72} height={72} sx={{ flexShrink: 0 }} />
      <Box sx={{ flex: 1 }}>
        <Skeleton width="min(260px, 80%)" sx={{ fontSize: '1.5rem' }} />
        <Skeleton width="min(340px, 95%)" />
      </Box>
    </Box>
    <Box sx={{ display: 'flex', gap: 3, pb: 1.5, mb: 2.5, borderBottom: 1, borderColor: 'divider' }}>
      {[130, 92, 116].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </Box>
    <Paper variant="outlined" sx={{ p: 2.5, maxWidth: 880, display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {[46, 62, 70, 54, 40, 58].map((share) => (
        <Box key={share}>
          <Skeleton width={88} sx={{ fontSize: '0.8125rem' }} />
          <Skeleton width={`${share}%`} />
        </Box>
      ))}
    </Paper>
  </Box>
);
