import { Box, Skeleton } from '@mui/material';
import { skeletonRows } from '#src/limits.ts';

export const SkeletonBlock = ({ lines = skeletonRows }: { lines?: number }) => (
  <Box component="output" aria-label="Loading" sx={{ display: 'grid', gap: 1.5, py: 1 }}>
    {Array.from({ length: lines }, (_line, index) => (
      <Skeleton key={index} variant="rounded" height={20} width={`${92 - ((index * 17) % 40)}%`} />
    ))}
  </Box>
);
