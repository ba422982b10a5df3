/**
 * Below 600 px a row is a card: the head is read out but not drawn, and each cell carries its column's name. Changing
 * `display` takes a table's meaning from it, so every part also has its role spelled out (`part`).
 */
export const tableStyles = {
  '& tbody tr:last-of-type > td': { borderBottom: 0 },
  '& .opened': { bgcolor: 'primary.light' },
  // Names and e-mails may break anywhere, but not into slivers.
  '@media (min-width: 600px)': { '& tbody td:first-of-type': { minWidth: 232 } },
  '@media (max-width: 599.95px)': {
    display: 'block',
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'block' },
    '& tr': { display: 'block', px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' },
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& tbody td': {
      display: 'flex',
      // A right-aligned cell of MUI's reverses its direction.
      flexDirection: 'row',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: 2,
      p: 0,
      py: '3px',
      border: 0,
      textAlign: 'right',
    },
    '& tbody td[data-label]::before': { content: 'attr(data-label)', flexShrink: 0, color: 'text.secondary', fontSize: '0.8125rem' },
    '& tbody td:first-of-type': { textAlign: 'left', pb: '6px' },
    '& tbody td:first-of-type::before': { display: 'none' },
    '& .whole td': { display: 'block', textAlign: 'center' },
  },
} as const;

export const part = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
