import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** Without the inner space, as for a table. */
  isFlush?: boolean;
  children: ReactNode;
}

/** A titled sheet on a page. */
export const Section = ({ title, text, actions, isFlush, children }: SectionProps) => {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={isFlush ? { overflow: 'hidden' } : undefined}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: isFlush ? 2 : { xs: 2, md: 2.5 }, pt: 2, pb: 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {text && (
            <Typography variant="body2" color="textSecondary">
              {text}
            </Typography>
          )}
        </Box>
        {actions}
      </Box>
      <Box sx={isFlush ? undefined : { px: { xs: 2, md: 2.5 }, pb: 2.5, pt: 0.5 }}>{children}</Box>
    </Paper>
  );
};
