import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface StatCardProps {
  title: string;
  value: number | string | undefined;
  error?: string | null;
  /** One line below the number. */
  note: string;
  /** A line above the note; null keeps the line free for one that is still to come. */
  trend?: ReactNode;
  /** A graph. */
  children?: ReactNode;
}

/** One number of the dashboard: what it is, how much, which way it goes. */
export const StatCard = ({ title, value, error, note, trend, children }: StatCardProps) => {
  const id = useId();
  return (
    <Paper component="article" variant="outlined" aria-labelledby={id} sx={{ p: { xs: 1.75, md: 2.25 } }}>
      <Typography id={id} variant="subtitle2" component="h2" color="textSecondary">
        {title}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between', gap: 2, mt: 0.75 }}>
        <Typography variant="h4" component="p" className="tabular">
          {error ? '—' : typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? <Skeleton width={56} />)}
        </Typography>
        {!error && children}
      </Box>
      <Typography variant="caption" component="p" color={error ? 'error' : 'textSecondary'} sx={{ mt: 1 }}>
        {!error && trend !== undefined && <Box component="span" sx={{ display: 'flex', minHeight: '1lh' }}>{trend}</Box>}
        {error ?? note}
      </Typography>
    </Paper>
  );
};
