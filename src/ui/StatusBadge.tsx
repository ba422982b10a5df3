import { Box } from '@mui/material';
import type { Severity } from './statuses.ts';

/** A status with a color. The word is clear without the color. */
export const StatusBadge = ({ severity, label }: { severity: Severity; label: string }) => (
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
      color: severity === 'neutral' ? 'text.secondary' : `${severity}.main`,
      bgcolor: severity === 'neutral' ? 'grey.200' : `${severity}.light`,
      '&::before': { content: '""', width: 6, height: 6, borderRadius: '50%', bgcolor: 'currentColor' },
    }}
  >
    {label}
  </Box>
);

/** In a list only exceptions wear a badge: what is as it should be is plain text. */
export const ListStatus = ({ severity, label }: { severity: Severity; label: string }) =>
  severity === 'success' ? <span>{label}</span> : <StatusBadge severity={severity} label={label} />;

interface ActiveProps {
  isActive: boolean;
}

const activity = ({ isActive }: ActiveProps) =>
  isActive
    ? ({ severity: 'success', label: 'Active' } as const)
    : ({ severity: 'neutral', label: 'Inactive' } as const);

export const ActiveBadge = (props: ActiveProps) => <StatusBadge {...activity(props)} />;

export const ActiveStatus = (props: ActiveProps) => <ListStatus {...activity(props)} />;

export const PublishedBadge = ({ isPublished }: { isPublished: boolean }) => (
  <StatusBadge severity={isPublished ? 'info' : 'neutral'} label={isPublished ? 'Published' : 'Unpublished'} />
);
