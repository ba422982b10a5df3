import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { withJoinedDots } from '../withJoinedDots.ts';

interface NameInCardProps {
  name: ReactNode;
  /** Below it in a table. */
  line?: string | undefined;
  /** Below it in a card: also what stands in other columns of the table. */
  cardLine: string;
}

/** What a row is. Nothing of it is cut off. */
export const NameInCard = ({ name, line, cardLine }: NameInCardProps) => (
  <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
      {name}
    </Box>{' '}
    {line && (
      <Typography
        component="span"
        className="table-only"
        variant="body2"
        color="textSecondary"
        sx={{ display: 'block' }}
      >
        {line}
      </Typography>
    )}
    <Typography component="span" className="card-only" variant="body2" color="textSecondary">
      {withJoinedDots(cardLine)}
    </Typography>
  </Box>
);
