import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Described {
  label: string;
  value: ReactNode;
  /** Takes the whole width, as a long text does. */
  isWide?: boolean;
}

/** What is known about something, name by name. What is empty shows a dash. */
export const DescriptionList = ({ items, columns = 2 }: { items: readonly Described[]; columns?: 1 | 2 | 3 }) => (
  <Box
    component="dl"
    sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: `repeat(${Math.min(columns, 2)}, minmax(0,1fr))`, xl: `repeat(${columns}, minmax(0,1fr))` }, columnGap: 4, rowGap: 2.25, m: 0 }}
  >
    {items.map(({ label, value, isWide }) => (
      <Box key={label} sx={isWide ? { gridColumn: '1 / -1' } : undefined}>
        <Typography component="dt" variant="body2" color="textSecondary">
          {label}
        </Typography>
        <Typography component="dd" sx={{ m: 0, mt: 0.25, overflowWrap: 'anywhere', whiteSpace: isWide ? 'pre-line' : 'normal' }}>
          {value === null || value === undefined || value === '' ? '—' : value}
        </Typography>
      </Box>
    ))}
  </Box>
);
