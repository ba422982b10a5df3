import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** The API's name for sorting by it; a column without one cannot be sorted. */
  sortBy?: string;
  /** The direction after the first click; ascending by default. */
  firstOrder?: 'ASC' | 'DESC';
  align?: 'left' | 'right';
  width?: number | string;
  /** Its share of the list's width, where other columns have 1; the first column has 2.4 by default, and what hidden ones leave. */
  share?: number;
  /** In pixels, however small its share is. */
  minWidth?: number;
  /** The table shows this column from this width on, in pixels. */
  from?: 680 | 880 | 960 | 1100;
  /** In a card: at its end, right below what the row is (`second`), below without its label (`bare`) or on its own line, or not at all. */
  inCard?: 'bare' | 'second' | 'end' | 'line' | 'none';
  /** Its skeleton while it loads; one line by default. */
  skeleton?: 'person' | 'lines' | 'badge';
}

/** The least width of a column of money, so that $999,999.99 is not cut off. */
export const moneyWidth = 114;

/** The same for a day, such as 'May 20, 2026', and for one with its time, 'May 20, 2026, 10:08 AM'. */
export const dateWidth = 128;
export const dateTimeWidth = 204;

export type SortableColumn = Pick<Column<never>, 'label' | 'sortBy' | 'align'>;

const line = '1px solid var(--mui-palette-divider)';
const cutCell = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const cutText = { display: 'block', ...cutCell } as const;

/**
 * Where a table does not fit, its rows become cards: the head is read out but not drawn, and each cell carries its column's
 * label. A table of many columns becomes cards sooner (`many`). The container's width counts, not the screen's, since the menu
 * may be open or collapsed. Changing `display` removes a table's semantics, so every part has an explicit role (`tableRoles`).
 */
const cards = {
  display: 'block',
  '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& tbody': { display: 'block' },
  '& tr': { display: 'block', padding: '10px 16px', borderBottom: line },
  '& tbody tr:last-of-type': { borderBottom: 0 },
  '& tbody td': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 16,
    padding: '3px 0',
    border: 0,
    textAlign: 'right',
  },
  '& tbody td[data-label]::before': {
    content: 'attr(data-label)',
    flexShrink: 0,
    color: 'var(--mui-palette-text-secondary)',
    fontSize: '0.8125rem',
  },
  '& tbody td.first': { textAlign: 'left', paddingBottom: 6 },
  '& tbody td.first::before': { display: 'none' },
  '& tbody td.selection': { display: 'none' },
  // What a row is, and beside it what is at the end; other values follow below.
  '&.inline tbody tr': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gridAutoFlow: 'row dense',
    columnGap: 16,
    alignItems: 'center',
    alignContent: 'center',
    minHeight: 56,
    paddingTop: 6,
    paddingBottom: 6,
  },
  '&.inline .cut': cutText,
  '&.inline .cut wbr': { display: 'none' },
  '&.inline .name.cut': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    whiteSpace: 'normal',
  },
  // Without anything at the end.
  '&.inline tbody tr:not(:has(> .end))': { gridTemplateColumns: 'minmax(0, 1fr)' },
  // What a table shows in a column of its own and a card elsewhere.
  '&.inline .card-only': { display: 'block' },
  '&.inline .table-only': { display: 'none' },
  '&.inline tbody td': {
    minWidth: 0,
    gridColumn: '1 / -1',
    justifyContent: 'flex-start',
    gap: 6,
    padding: 0,
    textAlign: 'left',
  },
  // Labels and values are two columns, on one line and apart from what the row is.
  '&.inline td::before': { width: 102, alignSelf: 'start', lineHeight: '1.3125rem' },
  '&.inline tbody td:not(.first, .bare, .second, .end, .line)': { paddingTop: 3, paddingBottom: 3 },
  '&.inline tbody td.first': { gridColumn: 1, gridRow: '1 / span 2', paddingBottom: 0 },
  '&.inline td.first > *': { minWidth: 0 },
  '&.inline tbody td.end': { gridColumn: 2, maxWidth: '45cqw', justifyContent: 'flex-end', textAlign: 'right' },
  // An amount stands beside what the row is, and what else is at the end beside the second line.
  '&.inline tbody td.second': { gridColumn: 1, gridRow: 2 },
  '&.inline tr:has(> .second) > :is(.first, .end.right)': { gridRow: 1 },
  '& tbody td.none, & tbody td:has(> .nothing)': { display: 'none' },
  '& tbody td:is(.bare, .second, .end, .line)::before': { display: 'none' },
  // A short row stays on one line: the name and its details on the left, the action on the right.
  '&.compact tbody tr': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 16,
    alignItems: 'center',
  },
  '&.compact tbody td': { display: 'block', textAlign: 'left' },
  '&.compact tbody td[data-label]::before': { display: 'none' },
  '&.compact tbody td:last-of-type': { gridColumn: 2, gridRow: '1 / span 2' },
  '&.compact tbody td.first': { paddingBottom: 0 },
} as const;

const tableStyles = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th': {
    padding: '8px 16px',
    borderBottom: line,
    fontSize: '0.75rem',
    fontWeight: 600,
    lineHeight: '1.5rem',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    color: 'var(--mui-palette-text-secondary)',
    backgroundColor: 'var(--mui-palette-grey-100)',
  },
  '& th > button': {
    display: 'inline-flex',
    alignItems: 'center',
    verticalAlign: 'middle',
    padding: 0,
    border: 0,
    borderRadius: 4,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    '& > svg': {
      width: 18,
      height: 18,
      margin: '0 4px',
      fill: 'var(--mui-palette-text-secondary)',
      opacity: 0,
      transition: 'opacity 200ms, rotate 200ms',
    },
    '& > .up': { rotate: '180deg' },
    '@media (hover: hover)': { '&:hover > svg': { opacity: 0.5 } },
  },
  // The arrow stands before the label.
  '& th.right > button': { flexDirection: 'row-reverse' },
  '& th:is([aria-sort=ascending], [aria-sort=descending]) > button': {
    color: 'var(--mui-palette-text-primary)',
    '& > svg': { opacity: 1 },
  },
  '& :is(.record, .skeleton) > td': { padding: '10px 16px', borderBottom: line, fontSize: '0.875rem', lineHeight: 1.5 },
  '& tr > .right': { textAlign: 'right' },
  '& .opens': {
    cursor: 'pointer',
    '@media (hover: hover)': { '&:hover': { backgroundColor: 'var(--mui-palette-action-hover)' } },
  },
  '& .opens > td.first > a': { display: 'block', color: 'inherit', textDecoration: 'none', borderRadius: 8 },
  '& tbody tr:last-of-type > td': { borderBottom: 0 },
  '&& .card-only': { display: 'none' },
  '& .opened': { backgroundColor: 'var(--mui-palette-primary-light)' },
  '@container (min-width: 560px) and (max-width: 679.95px)': { '& tr > .from680': { display: 'none' } },
  '@container (min-width: 560px) and (max-width: 879.95px)': { '& tr > .from880': { display: 'none' } },
  '@container (min-width: 560px) and (max-width: 959.95px)': { '& tr > .from960': { display: 'none' } },
  // On a screen of 1280 pixels or less, beside the menu, many columns fit with less padding and smaller text.
  '@container (min-width: 560px) and (max-width: 1099.95px)': {
    '&:has(.from960) :is(th, td):not(.selection)': { paddingLeft: 9, paddingRight: 9 },
    '&:has(.from960) .record > td:not(.first)': { fontSize: '0.8125rem' },
    '&:has(.from960) :is(th, td):last-child': { paddingRight: 12 },
    '& tr > .from1100': { display: 'none' },
  },
  // Names and email addresses may break anywhere, but keep a minimum width.
  '@media (min-width: 600px)': { '& tbody td.first': { minWidth: 220 } },
  '@container (min-width: 880px) and (max-width: 1379.95px)': {
    '&.many :is(th, td):not(:first-child)': { paddingLeft: 12 },
    '&.many :is(th, td):not(:last-child)': { paddingRight: 12 },
  },
  '@container (min-width: 1100px) and (max-width: 1379.95px)': {
    '&:has(.from960) :is(th, td):not(.selection)': { paddingLeft: 12, paddingRight: 12 },
  },
  '@media screen': {
    '@container (max-width: 459.95px)': { '&.compact': cards },
    '@container (max-width: 559.95px)': { '&:not(.compact)': cards },
    '@container (max-width: 879.95px)': { '&.many': cards },
  },
  // Paper has neither a wider window nor a hover that would show the rest.
  '@media print': {
    '&&&&': { tableLayout: 'auto' },
    '&&&& tr > *': {
      display: 'table-cell',
      width: 'auto !important',
      minWidth: 0,
      padding: '4px 6px',
      fontSize: '0.75rem',
    },
    '&&&& tr > .selection': { display: 'none' },
    '&&&& :is(th, td, .cut)': { overflow: 'visible', whiteSpace: 'normal', overflowWrap: 'break-word' },
    '&&&& .name.cut': { display: 'block' },
    '&&&& .cut wbr': { display: 'inline' },
  },
} as const;

const rows = {
  tableLayout: 'fixed',
  '& th, & .record > td': { height: 33, paddingTop: 3, paddingBottom: 3, ...cutCell },
  '& .record > td': { height: 48 },
  '&&& .selection': { width: 44, padding: 0 },
  '& .selection label': { display: 'grid', placeItems: 'center', height: 44, cursor: 'pointer' },
  '& thead .selection': { borderBottom: line, backgroundColor: 'var(--mui-palette-grey-100)' },
  '& thead .selection label': { height: 33 },
  '& .selection input': { width: 18, height: 18, margin: 0, accentColor: 'currentColor', cursor: 'inherit' },
  '& .record .cut': cutText,
  '& .record .cut wbr': { display: 'none' },
} as const;

/** With all the lines of a row. MUI serializes styles that need no theme once, and not whenever a list is drawn. */
export const LinesTable = styled('table')(tableStyles);

/**
 * Rows of one height, so that a screen shows many. A text of class `cut` is cut off where it does not fit: it is read out whole, and
 * shown on hover (`showWhole`). Cards have their own height.
 */
export const RowsTable = styled('table')({
  ...tableStyles,
  '@container (min-width: 460px)': { '&.compact': rows },
  '@container (min-width: 560px)': { '&:not(.compact, .many)': rows },
  '@container (min-width: 880px)': { '&.many': rows },
});

/** For `onPointerOver`: the text under the pointer, if it is cut off, becomes its title. Titles of another kind stay. */
export const showWhole = ({ target }: { target: EventTarget }) => {
  if (!(target instanceof HTMLElement) || (target.title !== '' && target.dataset['cut'] === undefined)) return;
  const isCut = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight + 1;
  target.title = isCut ? target.textContent.trim() : '';
  target.dataset['cut'] = '';
};

export const tableContainer = { containerType: 'inline-size', overflowX: 'auto', outline: 'none' } as const;

export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** The classes for `tableStyles`. With six or more permanent columns a table becomes cards sooner. */
export const tableClass = <Row>(columns: readonly Column<Row>[], isCompact = false) =>
  classes(
    columns.filter(({ from }) => from === undefined).length >= 6 && 'many',
    columns.some(({ inCard }) => inCard) && 'inline',
    isCompact && 'compact',
  );

export const roomClass = <Row>({ from }: Column<Row>) => from && `from${from}`;

export const classes = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ');
