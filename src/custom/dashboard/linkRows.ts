/** A list of links, each a row with a name, a line below it, and something at the right. */
export const linkRows = {
  listStyle: 'none',
  mx: 0,
  p: 0,
  '& > li': { borderTop: 1, borderColor: 'divider' },
  '& > li:first-of-type': { borderTop: 0 },
  '& .row': {
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
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  },
  '& .what': { flex: 1, minWidth: 0 },
  '& .name': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  '& .why': { display: 'block', typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' },
  '& .side': { display: 'grid', justifyItems: 'end', gap: 0.5 },
  '& .amount': { fontWeight: 600 },
} as const;
