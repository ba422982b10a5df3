import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { addressLabels } from '#domain/shared/addressLabels.ts';
import { EmailText } from './fields.tsx';

interface Described {
  label: string;
  value: ReactNode;
  isWide?: boolean;
}

interface Address {
  address?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  zipCode?: string | null | undefined;
  country?: string | null | undefined;
}

/** The lines of an address; a contact's has no country. */
export const addressItems = (place: Address): Described[] => [
  { label: addressLabels.address, value: place.address, isWide: !('country' in place) },
  { label: addressLabels.city, value: place.city },
  { label: addressLabels.state, value: place.state },
  { label: addressLabels.zipCode, value: place.zipCode },
  ...('country' in place ? [{ label: 'Country', value: place.country }] : []),
];

/** '1 Peak St, Denver, CO 80202', without the parts that are unknown. */
export const addressText = ({ address, city, state, zipCode }: Address): string =>
  [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

interface DescriptionListProps {
  items: readonly Described[];
  columns?: 2 | 3;
  /** On a phone the labels have the wider column. */
  hasLongLabels?: boolean;
}

/** Labels and values, in up to `columns` columns of at least 212 px. An empty value shows a dash. */
export const DescriptionList = ({ items, columns = 2, hasLongLabels = false }: DescriptionListProps) => (
  <Box
    component="dl"
    sx={{
      display: 'grid',
      gridTemplateColumns: {
        xs: 'minmax(0,1fr)',
        sm: `repeat(auto-fill, minmax(min(100%, max(${columnMinWidth}, (100% - ${(columns - 1) * 32}px) / ${columns})), 1fr))`,
      },
      columnGap: 4,
      rowGap: { xs: 1.25, sm: 2.25 },
      m: 0,
    }}
  >
    {items.map(({ label, value, isWide }) => (
      <Box
        key={label}
        sx={isWide ? { gridColumn: '1 / -1' } : hasLongLabels ? [besideOnPhone, longLabels] : besideOnPhone}
      >
        <Typography component="dt" variant="body2" color="textSecondary">
          {label}
        </Typography>
        <Typography
          component="dd"
          sx={{
            m: 0,
            mt: { xs: isWide ? 0.25 : 0, sm: 0.25 },
            overflowWrap: 'anywhere',
            whiteSpace: isWide ? 'pre-line' : 'normal',
          }}
        >
          {value === null || value === undefined || value === '' ? '—' : withBreak(value)}
        </Typography>
      </Box>
    ))}
  </Box>
);

const columnMinWidth = '212px';

/** An email that does not fit begins its second line with @. */
const withBreak = (value: ReactNode) =>
  typeof value === 'string' && /^\S+@\S+$/.test(value) ? <EmailText email={value} /> : value;

/** A phone has more height than width to spare, but not for a line of its own for each label. */
const besideOnPhone = {
  display: { xs: 'grid', sm: 'block' },
  gridTemplateColumns: 'minmax(96px, 1fr) minmax(0, 2fr)',
  columnGap: 2,
  alignItems: 'baseline',
} as const;

const longLabels = { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' } as const;
