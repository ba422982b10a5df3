import Box from '@mui/material/Box';
import { useEffect, useRef, type ReactNode } from 'react';

/** One step. The button that led here is gone, so the keyboard and the screen reader go on from its start. */
export const ImportStepFrame = ({ label, children }: { label: string; children: ReactNode }) => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
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
