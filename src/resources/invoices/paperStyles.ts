/** On paper there is the invoice and nothing of the console around it. */
export const printStyles = {
  '@page': { margin: '16mm' },
  '@media screen': { '.invoice-paper': { display: 'none' } },
  '@media print': {
    ':root': { colorScheme: 'light' },
    'html, body': { background: '#fff !important' },
    'body > :not(.invoice-paper)': { display: 'none !important' },
  },
} as const;

const ink = '#111';
const pale = '#555';
const line = '1px solid #999';

export const paperStyles = {
  position: 'relative',
  color: ink,
  background: '#fff',
  font: '11pt/1.45 var(--font)',
  '& p, & h1, & h2, & dl, & dd': { m: 0 },
  '& h1': { fontSize: '20pt', fontWeight: 700 },
  '& h2': { fontSize: '9pt', fontWeight: 600, color: pale, mb: '4px' },
  '& header': { display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: '24px', mb: '28px' },
  '& .mark': { border: `3px double ${ink}`, p: '6px 14px', fontSize: '13pt', fontWeight: 700, textTransform: 'uppercase' },
  '& .mark.settled': { border: `2px solid ${ink}` },
  '& .across': {
    position: 'absolute',
    inset: '90px 0 auto',
    textAlign: 'center',
    transform: 'rotate(-18deg)',
    transformOrigin: 'center',
    fontSize: '84pt',
    fontWeight: 800,
    letterSpacing: '0.06em',
    color: '#d9d9d9',
    printColorAdjust: 'exact',
    zIndex: 0,
  },
  '& > :not(.across)': { position: 'relative', zIndex: 1 },
  '& .parties': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '24px', mb: '28px' },
  '& .name': { fontWeight: 600 },
  '& table': { width: '100%', borderCollapse: 'collapse', mb: '16px' },
  '& th': { textAlign: 'left', fontSize: '9pt', color: pale, borderBottom: `1.5px solid ${ink}`, p: '4px 6px' },
  '& td': { borderBottom: line, p: '6px', verticalAlign: 'top' },
  '& small': { display: 'block', color: pale },
  '& tr': { breakInside: 'avoid' },
  '& th:nth-of-type(n+3), & td:nth-of-type(n+3)': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& dl': { display: 'grid', gridTemplateColumns: 'auto auto', gap: '4px 32px', justifyContent: 'end', breakInside: 'avoid' },
  '& dd': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& .strong': { fontWeight: 700 },
  '& .payments': { mt: '24px', breakInside: 'avoid' },
  '& .note': { mt: '24px', whiteSpace: 'pre-line' },
  '& .fine': { mt: '24px', fontSize: '8pt', color: pale },
} as const;
