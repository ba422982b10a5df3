import { Box, Paper, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { visuallyHidden } from './dom.ts';

interface SectionProps {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  isFlush?: boolean;
  /** On a wide screen the title is beside the content, so that lines and fields do not become too long. */
  isBeside?: boolean;
  /** Without a frame, and the title is only read out: for a phone, where each line counts. */
  isBare?: boolean;
  children: ReactNode;
}

export const Section = ({ title, text, actions, isFlush, isBeside, isBare, children }: SectionProps) => {
  const id = useId();
  if (isBare)
    return (
      <Box component="section" aria-labelledby={id} sx={{ position: 'relative' }}>
        <Box component="h2" id={id} sx={visuallyHidden}>
          {title}
        </Box>
        {children}
      </Box>
    );
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={isBeside ? beside : isFlush ? { overflow: 'hidden' } : undefined}
    >
      <Box sx={{ ...head, ...(isBeside && columnHead), px: 2 }}>
        <Box sx={{ flex: text ? { xs: '1 1 auto', sm: 1 } : 1, minWidth: 'min-content' }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {text && (
            <Typography variant="body2" color="textSecondary" sx={{ textWrap: 'pretty' }}>
              {text}
            </Typography>
          )}
        </Box>
        {/* A button is taller than the title. The minimum height aligns the headers of adjacent sections. */}
        {actions && <Box sx={{ my: { xs: text ? 0 : '-6px', sm: '-6px', ...(isBeside && { lg: 0 }) } }}>{actions}</Box>}
      </Box>
      <Box sx={isFlush ? undefined : { minWidth: 0, px: 2, pb: 2.5, pt: isBeside ? { xs: 0.5, lg: 2.25 } : 0.5 }}>
        {children}
      </Box>
    </Paper>
  );
};

/** On a phone a text that needs several lines has the whole width, and the buttons stand below it. */
const head = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, pt: 2, pb: 1.5 } as const;
const beside = { display: { lg: 'grid' }, gridTemplateColumns: '248px minmax(0, 1fr)' } as const;
const columnHead = {
  flexDirection: { lg: 'column' },
  alignItems: { xs: 'center', lg: 'flex-start' },
  '& > :first-of-type': { flex: { lg: 'none' } },
} as const;
