import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Fee } from '#domain/contract/location-fees.ts';

/** A fee's name and, below it, what it is for. */
export const FeeName = ({ fee: { name, description } }: { fee: Fee }) => (
  <Box component="span" sx={{ minWidth: 0 }}>
    <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
      {name}
    </Box>
    {description && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
        {description}
      </Typography>
    )}
  </Box>
);
