import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Section } from '../Section.tsx';

/** A titled part of a form with two columns of inputs where there is room. Wrap an input in `<FullWidth>` to span both. */
export const FormSection = ({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) => (
  <Section title={title} text={text} isBeside>
    <Box
      sx={{
        ...twoColumns,
        // React-admin puts a larger margin above selects than above text fields; in one row they should line up.
        '& .MuiFormControl-root': { mt: 0 },
      }}
    >
      {children}
    </Box>
  </Section>
);

export const twoColumns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 2,
  alignItems: 'start',
} as const;

export const FullWidth = ({ children }: { children: ReactNode }) => <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>;
