import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';

interface FigureLinkProps {
  /** Nowhere for those who may not open it, or for a figure without postings. */
  to: string | undefined;
  /** 'Net sales, Nov 22, 2026' */
  label: string;
  children: string;
}

/** A figure that leads to the postings behind it. */
export const FigureLink = ({ to, label, children }: FigureLinkProps) =>
  to === undefined ? (
    children
  ) : (
    <Link component={RouterLink} to={to} aria-label={`${children}, ${label}: show postings`} sx={look}>
      {children}
    </Link>
  );

/** A line that is seen, and many of which do not disturb a table. */
const look = {
  color: 'inherit',
  textDecorationColor: 'color-mix(in srgb, currentColor 35%, transparent)',
  textUnderlineOffset: '0.2em',
  '@media (hover: hover)': { '&:hover': { textDecorationColor: 'currentColor' } },
  // A finger presses all of the cell or card around it, which is positioned.
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: 0 } },
  '@media print': { textDecoration: 'none' },
} as const;

/** Styles a table of figures. */
export const figureCells = {
  '& td:has(a)': { position: 'relative' },
  '@media screen and (pointer: coarse)': { '& tbody td': { height: 44 } },
} as const;
