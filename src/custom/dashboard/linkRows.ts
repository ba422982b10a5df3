export const linkRows = {
  listStyle: 'none',
  mx: 0,
  p: 0,
  '& > li': { borderTop: 1, borderColor: 'divider' },
  '& > li:first-of-type': { borderTop: 0 },
  '& .row': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    // The padding is for the background of the hovered row.
    mx: -1,
    px: 1,
    py: 1.1,
    borderRadius: 1,
    color: 'inherit',
    textDecoration: 'none',
    '@media (hover: hover)': { '&:hover': { bgcolor: 'action.hover' } },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  },
  '& .what': { flex: 1, minWidth: 0 },
  '& .name': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  '& .why': {
    display: 'block',
    typography: 'body2',
    color: 'text.secondary',
    overflowWrap: 'anywhere',
    textWrap: 'pretty',
  },
  // A row with two links: the name is one, everything around it the other.
  '& a.name': {
    color: 'inherit',
    textDecoration: 'none',
    position: 'relative',
    zIndex: 1,
    justifySelf: 'start',
    // Tall enough to be touched.
    lineHeight: '24px',
    '@media (hover: hover)': { '&:hover': { textDecoration: 'underline' } },
    // A finger presses the padding of the row above it, too, and what parts it from the other link.
    '@media (pointer: coarse)': {
      marginBottom: '8px',
      '&::after': { content: '""', position: 'absolute', inset: '-9px -8px -11px' },
    },
  },
  '& .what:has(.whole)': { display: 'grid' },
  '& .whole': { minHeight: 24, textDecoration: 'none' },
  '& .whole::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '& .whole:focus-visible': { outline: 'none' },
  '& .whole:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '& .side': { display: 'grid', justifyItems: 'end', gap: 0.5, '& > button': { zIndex: 1 } },
  '& .amount': { fontWeight: 600 },
} as const;
