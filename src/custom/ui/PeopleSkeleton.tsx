import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { skeletonRows } from '#domain/rules/limits.ts';

/** A list of people that is on its way: a picture, a name and a line below it. */
export const PeopleSkeleton = () => (
  <Box component="output" aria-label="Loading" sx={{ display: 'grid', gap: 2.25 }}>
    {Array.from({ length: skeletonRows }, (_row, index) => (
      <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Skeleton variant="circular" width={34} height={34} sx={{ flexShrink: 0 }} />
        <Box sx={{ flex: 1 }}>
          <Skeleton width={`${38 - ((index * 7) % 16)}%`} />
          <Skeleton width={`${52 - ((index * 11) % 18)}%`} sx={{ fontSize: '0.75rem' }} />
        </Box>
        <Skeleton variant="rounded" width={70} height={20} sx={{ borderRadius: 5 }} />
      </Box>
    ))}
  </Box>
);
