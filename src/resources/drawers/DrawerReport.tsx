import { Box, Paper, Typography } from '@mui/material';
import { useId } from 'react';
import type { Drawer } from '#domain/drawers/contract.ts';
import { drawerReportSections, type DrawerFigure } from '#domain/drawers/reportText.ts';
import { useMayAt, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ledgerPath } from '#src/paths.ts';
import { FigureLink } from '#src/ui/FigureLink.tsx';
import { differenceSeverity } from './drawerText.ts';

/** The X report of an open drawer, the Z report of a closed one. */
export const DrawerReport = ({ drawer }: { drawer: Drawer }) => {
  const { timezone } = useSelectedLocation();
  const isReader = useMayAt(drawer, 'reports:read');
  return (
    <Box sx={{ columnWidth: 340, columnGap: '20px', '& > *': { breakInside: 'avoid' }, '& > * + *': { mt: 2 } }}>
      {drawerReportSections(drawer, timezone).map((section) => (
        <Figures
          key={section.title}
          {...section}
          isReader={isReader}
          differenceColor={`${differenceSeverity(drawer.difference ?? 0)}.main`}
        />
      ))}
    </Box>
  );
};

const Figures = ({
  title,
  rows,
  isReader,
  differenceColor,
}: {
  title: string;
  rows: readonly DrawerFigure[];
  isReader: boolean;
  differenceColor: string;
}) => {
  const id = useId();
  const isLinked = isReader && rows.some(({ ledger }) => ledger);
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ px: 2, py: 1.75 }}>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75, ...(isLinked && forFingers) }}>
        {rows.map(({ label, detail, value, isStrong, isDifference, ledger }, index) => (
          <Box
            key={index}
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              gap: 2,
              ...(isStrong && { fontWeight: 600, borderTop: 1, borderColor: 'divider', pt: 0.75 }),
            }}
          >
            <Box component="dt" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {label}
              {detail && (
                <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                  {detail}
                </Typography>
              )}
            </Box>
            <Box
              component="dd"
              className="tabular"
              sx={{
                m: 0,
                textAlign: 'right',
                flexShrink: 0,
                maxWidth: { xs: '62%', sm: '70%' },
                overflowWrap: 'anywhere',
                ...(isDifference && { color: differenceColor }),
              }}
            >
              <FigureLink to={isReader && ledger ? ledgerPath(ledger) : undefined} label={label}>
                {value}
              </FigureLink>
            </Box>
          </Box>
        ))}
      </Box>
    </Paper>
  );
};

/** Every figure of a section with links is as high as a finger needs it, so that the lines are even. */
const forFingers = {
  '@media screen and (pointer: coarse)': {
    gap: 0,
    '& > div': { alignItems: 'center' },
    '& dt': { py: 0.5 },
    '& dd > *, & dd:not(:has(a))': { display: 'inline-flex', alignItems: 'center', minHeight: 44 },
    // More would reach into the next line.
    '&&&& dd > a::after': { inset: '0 -8px' },
  },
} as const;
