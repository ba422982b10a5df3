import { Box, Typography } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import { NameAndDescription } from '#src/ui/fields.tsx';

/** One step. The button that led here has disappeared, maybe far below, so the step takes the focus and begins at its top. */
export const ImportStepFrame = ({ label, children }: { label: string; children: ReactNode }) => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <Box
      ref={frame}
      role="group"
      aria-label={label}
      tabIndex={-1}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', '&:focus': { outline: 'none' } }}
    >
      {children}
    </Box>
  );
};

export const RowPerson = ({ name, email, problem }: { name: string; email: string; problem?: string | undefined }) => (
  <Box sx={{ overflowWrap: 'anywhere' }}>
    <NameAndDescription name={name || '—'} description={email} />
    {problem && (
      <Typography component="div" variant="body2" color="error">
        {problem}
      </Typography>
    )}
  </Box>
);
