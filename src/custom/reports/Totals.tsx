import InfoOutlined from '@mui/icons-material/InfoOutlined';
import TrendingDown from '@mui/icons-material/TrendingDown';
import TrendingFlat from '@mui/icons-material/TrendingFlat';
import TrendingUp from '@mui/icons-material/TrendingUp';
import { Box, Paper, Skeleton, Typography } from '@mui/material';
import { useId } from 'react';
import type { Report } from '#domain/reports/contract.ts';
import { changePercent, getFigure, type FigureName } from '#domain/reports/reportFigures.ts';
import { reportPeriodText } from '#domain/reports/reportPeriods.ts';
import { figureText } from '#domain/reports/reportText.ts';
import { useToday } from '#src/location-scope/useLocationScope.ts';
import { FigureLink } from '#src/ui/FigureLink.tsx';
import { percentChangeText } from '#src/ui/labels.ts';
import { LazyTooltip } from '#src/ui/LazyTooltip.tsx';

interface TotalsProps {
  names: readonly FigureName[];
  report: Report;
  figureTo: (name: FigureName) => string | undefined;
}

export const Totals = ({ names: all, report: { to, totals, previous, comparedWith }, figureTo }: TotalsProps) => {
  const names = all.filter((name) => !getFigure(name).isRare || totals[name] || previous[name]);
  const isOver = to < useToday();
  return (
    <Box component="section" aria-label="Totals" sx={{ containerType: 'inline-size' }}>
      <Box sx={gridFor(names.length)}>
        {names.map((name) => (
          <Total
            key={name}
            name={name}
            now={totals[name]}
            before={previous[name]}
            // What was there at the start does not change any more.
            isOver={isOver || name === 'atStart'}
            // Nothing is behind it.
            to={totals[name] ? figureTo(name) : undefined}
          />
        ))}
      </Box>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1 }}>
        Compared with {reportPeriodText(comparedWith)}
      </Typography>
    </Box>
  );
};

/** As high as the totals, while they load. */
export const TotalsPlace = ({ names }: Pick<TotalsProps, 'names'>) => {
  const usual = names.filter((name) => !getFigure(name).isRare);
  return (
    <Box aria-hidden="true" sx={{ containerType: 'inline-size' }}>
      <Box sx={gridFor(usual.length)}>
        {usual.map((name) => (
          <Paper key={name} variant="outlined" sx={card}>
            <Typography variant="subtitle2">
              <Skeleton width="60%" />
            </Typography>
            <Typography variant="h4" component="p" sx={figure}>
              <Skeleton width="50%" />
            </Typography>
            <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
              <Skeleton width="80%" />
            </Typography>
          </Paper>
        ))}
      </Box>
      <Typography variant="caption" component="p" sx={{ mt: 1 }}>
        <Skeleton width={160} />
      </Typography>
    </Box>
  );
};

const card = { position: 'relative', p: { xs: 1.5, md: 2 }, breakInside: 'avoid' } as const;
const figure = { mt: 0.5, overflowWrap: 'anywhere', fontSize: { xs: '1.25rem', md: '1.625rem' } } as const;

/** Two columns until the page has room for all, so that no sum of money breaks. */
const gridFor = (count: number) => {
  const columns = columnsFor(count);
  return {
    display: 'grid',
    gap: 1.5,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    [`@container (min-width: ${columns * 190}px)`]: {
      gridTemplateColumns: `repeat(${columns}, minmax(0, ${count < 3 ? '520px' : '1fr'}))`,
    },
  } as const;
};

/** Chosen so that no row is left nearly empty. */
const columnsFor = (count: number) => (count <= 4 ? count : count % 5 === 0 ? 5 : 3);

interface TotalProps {
  name: FigureName;
  now: number | null | undefined;
  before: number | null | undefined;
  isOver: boolean;
  to: string | undefined;
}

const Total = ({ name, now, before, isOver, to }: TotalProps) => {
  const id = useId();
  const { label, definition } = getFigure(name);
  const text = figureText(name, now);
  // Ten millions have no room beside another figure on a phone.
  const isLong = text.length > 13;
  return (
    <Paper component="article" variant="outlined" aria-labelledby={id} sx={card}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}>
        <Typography id={id} variant="subtitle2" component="h2">
          {label}
        </Typography>
        <LazyTooltip title={definition}>
          <Box component="span" tabIndex={0} role="img" aria-label={`What ${label} means`} sx={explanation}>
            <InfoOutlined sx={{ fontSize: 16 }} />
          </Box>
        </LazyTooltip>
      </Box>
      <Typography
        variant="h4"
        component="p"
        className="tabular"
        sx={[figure, isLong && { fontSize: { xs: '1rem', md: '1.625rem' } }]}
      >
        <FigureLink to={to} label={label}>
          {text}
        </FigureLink>
      </Typography>
      <Trend name={name} now={now} before={before} isOver={isOver} />
    </Paper>
  );
};

/** Above the link, which is as large as the card for a finger. */
const explanation = {
  position: 'relative',
  zIndex: 1,
  display: 'inline-flex',
  displayPrint: 'none',
  borderRadius: 1,
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: -14 } },
} as const;

/** Colored once the period is over. Until then the percentage says 'so far'. */
const Trend = ({ name, now, before, isOver }: Omit<TotalProps, 'to'>) => {
  const change = changePercent(now, before);
  // A percentage of a very small figure means nothing.
  const percent = change !== null && Math.abs(change) < 1_000 ? change : null;
  const direction = Math.sign((now ?? 0) - (before ?? 0));
  const Icon = direction > 0 ? TrendingUp : direction < 0 ? TrendingDown : TrendingFlat;
  const isBad = getFigure(name).isBadWhenUp ? direction > 0 : direction < 0;
  return (
    <Typography
      variant="caption"
      component="p"
      className="tabular"
      color="textSecondary"
      sx={{ mt: 0.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 }}
    >
      {percent !== null && (
        <Box
          component="span"
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 0.5,
            fontWeight: 600,
            color: !isOver || direction === 0 ? 'text.secondary' : isBad ? 'warning.main' : 'success.main',
          }}
        >
          <Icon aria-hidden="true" sx={{ fontSize: 16 }} />
          {`${percentChangeText(percent)}${isOver ? '' : ' so far'}`}
        </Box>
      )}
      <span>from {figureText(name, before)}</span>
    </Typography>
  );
};
