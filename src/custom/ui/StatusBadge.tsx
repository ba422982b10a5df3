import Box from '@mui/material/Box';
import type { Tone } from '#domain/rules/tone.ts';

/** A short word with a colour that agrees with it; the word alone says everything. */
export const StatusBadge = ({ tone, label }: { tone: Tone; label: string }) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 0.75,
      px: 1,
      py: '2px',
      borderRadius: 5,
      fontSize: '0.75rem',
      fontWeight: 600,
      lineHeight: 1.5,
      whiteSpace: 'nowrap',
      color: tone === 'neutral' ? 'text.secondary' : `${tone}.main`,
      bgcolor: tone === 'neutral' ? 'grey.200' : `${tone}.light`,
      '&::before': { content: '""', width: 6, height: 6, borderRadius: '50%', bgcolor: 'currentColor' },
    }}
  >
    {label}
  </Box>
);
