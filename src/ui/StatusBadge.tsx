import { styled } from '@mui/material/styles';
import { severityColor, type Severity } from './statuses.ts';

/** A status with a color. The word is clear without the color. */
export const StatusBadge = ({ severity, label }: { severity: Severity; label: string }) => (
  <Badge
    style={{
      color: severityColor(severity),
      backgroundColor: severity === 'neutral' ? 'var(--mui-palette-grey-200)' : `var(--mui-palette-${severity}-light)`,
    }}
  >
    {label}
  </Badge>
);

const Badge = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  padding: '2px 8px',
  borderRadius: 40,
  fontSize: '0.75rem',
  fontWeight: 600,
  lineHeight: 1.5,
  whiteSpace: 'nowrap',
  '&::before': { content: '""', width: 6, height: 6, borderRadius: '50%', backgroundColor: 'currentColor' },
});

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
