import { Box, Skeleton } from '@mui/material';
import { visuallyHidden } from '#src/ui/dom.ts';

export const tileGrid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 1.25,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(104px, 100%), 1fr))',
  '& > li': { display: 'grid', minWidth: 0 },
} as const;

export const TileSkeletons = () => (
  <Box sx={tileGrid} aria-hidden="true">
    {Array.from({ length: 8 }, (_tile, index) => (
      <Skeleton key={index} variant="rounded" height={168} />
    ))}
  </Box>
);

export const tileStyles = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  minHeight: 128,
  textAlign: 'left',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2.5,
  overflow: 'hidden',
  bgcolor: 'background.paper',
  // After a finger, a tile would go on looking as if it were in the cart.
  '@media (hover: hover)': { '&:hover': { borderColor: 'primary.main' } },
  '&.inCart': { borderColor: 'primary.main', boxShadow: '0 0 0 1px var(--mui-palette-primary-main)' },
  '& .picture': { width: 1, height: 52, borderRadius: 0, fontSize: '1.375rem' },
  '&.Mui-disabled .picture': { bgcolor: 'grey.200', color: 'text.secondary', filter: 'grayscale(1)' },
  '&.Mui-disabled .name, &.Mui-disabled .price': { color: 'text.secondary' },
  '& .read': visuallyHidden,
  '& .words': {
    display: 'flex',
    flexDirection: 'column',
    flex: 1,
    gap: 0.25,
    px: { xs: 1, sm: 1.25 },
    pt: 1,
    pb: 1.125,
  },
  '& .name': {
    fontSize: '0.8125rem',
    lineHeight: 1.3,
    fontWeight: 600,
    overflowWrap: 'anywhere',
    display: '-webkit-box',
    WebkitLineClamp: 4,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  '& .price': { fontSize: '0.875rem', mt: 'auto' },
  '& .note': { fontSize: '0.75rem', color: 'text.secondary', minHeight: '1.2em' },
  '& .favorite': {
    position: 'absolute',
    top: 6,
    left: 6,
    fontSize: 22,
    p: '3px',
    borderRadius: '50%',
    bgcolor: 'background.paper',
    color: 'primary.main',
  },
  '& .count': {
    position: 'absolute',
    top: 6,
    right: 6,
    minWidth: 26,
    px: 0.75,
    borderRadius: 13,
    fontSize: '0.8125rem',
    lineHeight: '26px',
    fontWeight: 650,
    textAlign: 'center',
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
  },
} as const;
