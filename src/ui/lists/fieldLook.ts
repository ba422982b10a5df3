const borderColor = 'var(--mui-palette-grey-400)';
/** As an outline, which forced colors keep. */
const focused = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: -2 } as const;

const box = {
  boxSizing: 'border-box',
  minWidth: 0,
  border: `1px solid ${borderColor}`,
  borderRadius: 8,
  backgroundColor: 'var(--mui-palette-background-paper)',
  color: 'var(--mui-palette-text-primary)',
  font: 'inherit',
  fontSize: '0.875rem',
  lineHeight: '1.4375em',
  '@media (hover: hover)': { '&:hover': { borderColor: 'var(--mui-palette-text-primary)' } },
} as const;

/** How MUI's outlined fields look in our theme, in a few rules: what stands above and below a list is drawn whenever it is opened. */
export const fieldLook = {
  search: {
    ...box,
    display: 'flex',
    alignItems: 'center',
    padding: '0 13px',
    '& > svg': { flex: 'none', marginRight: 8, color: 'var(--mui-palette-action-active)' },
    '& > input': {
      flex: 1,
      minWidth: 0,
      boxSizing: 'content-box',
      height: '1.4375em',
      padding: '7.5px 0',
      border: 0,
      background: 'none',
      color: 'inherit',
      font: 'inherit',
      textOverflow: 'ellipsis',
      outline: 'none',
      '&::placeholder': { color: 'currentColor', opacity: 'var(--mui-opacity-inputPlaceholder)' },
      '&::-webkit-search-cancel-button': { display: 'none' },
    },
    '@media (pointer: coarse)': { fontSize: '1rem', '& > input': { padding: '11px 0' } },
    '&:focus-within': focused,
  },
  select: {
    ...box,
    position: 'relative',
    padding: '7.5px 31px 7.5px 13px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '& > svg': {
      position: 'absolute',
      right: 6,
      top: 'calc(50% - 12px)',
      width: 24,
      height: 24,
      fill: 'currentColor',
      color: 'var(--mui-palette-action-active)',
      pointerEvents: 'none',
    },
    '&[aria-expanded=true] > svg': { rotate: '180deg' },
    '@media (pointer: coarse)': { fontSize: '1rem', paddingTop: 11, paddingBottom: 11 },
    '&:focus, &:focus-within, &[aria-expanded=true]': focused,
  },
} as const;
