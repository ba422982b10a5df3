import TrendingDown from '@mui/icons-material/TrendingDown';
import TrendingFlat from '@mui/icons-material/TrendingFlat';
import TrendingUp from '@mui/icons-material/TrendingUp';
import Box from '@mui/material/Box';
import { trendLabel } from '#domain/rules/trends.ts';
import { LazyTooltip } from '#src/custom/ui/LazyTooltip.tsx';

/** Today against the average of the previous 6 days; a dash where there is nothing to compare with. */
export const Trend = ({ percent, isBadWhenUp }: { percent: number | null; isBadWhenUp: boolean }) => {
  const direction = Math.sign(percent ?? 0);
  const Icon = direction > 0 ? TrendingUp : direction < 0 ? TrendingDown : TrendingFlat;
  const isGood = isBadWhenUp ? direction < 0 : direction > 0;
  return (
    <LazyTooltip title="Today so far, against the average of the previous 6 days">
      <Box
        component="span"
        className="tabular"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          fontSize: '0.75rem',
          fontWeight: 600,
          color: isGood ? 'success.main' : isBadWhenUp && direction > 0 ? 'warning.main' : 'text.primary',
        }}
      >
        {percent !== null && <Icon aria-hidden="true" sx={{ fontSize: 16 }} />}
        {trendLabel(percent)}
        <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
          vs 6-day average
        </Box>
      </Box>
    </LazyTooltip>
  );
};
