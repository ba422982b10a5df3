import { Box, Skeleton } from '@mui/material';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { isPlainClick } from '../dom.ts';
import { skeletonRows } from '#src/limits.ts';
import { rememberOpened } from './listMemory.ts';
import { classes, roomClass, tableRoles, type Column } from './tableStyles.ts';

interface RecordRowProps<Row extends RaRecord> {
  row: Row;
  columns: readonly Column<Row>[];
  to: string | undefined;
  /** A cell before the others, which does not open the row. */
  selection?: ReactNode;
  /** Opens the record beside the list instead. A click with a modifier key still leads to its page. */
  onOpen?: ((row: Row) => void) | undefined;
  wasOpened?: boolean;
  takesFocus?: boolean;
}

/**
 * One record. A click anywhere opens it; the first cell is a real link for the keyboard, screen readers and new tabs. A list
 * is mostly rows, so they are plain elements that the surrounding table styles.
 */
export const RecordRow = <Row extends RaRecord>({
  row,
  columns,
  to,
  selection,
  onOpen,
  wasOpened = false,
  takesFocus = false,
}: RecordRowProps<Row>) => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (wasOpened && takesFocus && isFocusFree()) link.current?.focus();
  }, [wasOpened, takesFocus]);
  const remember = () => rememberOpened(pathname, row.id);
  const open = (event: MouseEvent) => {
    if (!to || event.defaultPrevented || isInteractive(event) || window.getSelection()?.type === 'Range') return;
    if (openBeside(event)) return;
    remember();
    void navigate(to);
  };
  const openBeside = (event: MouseEvent) => {
    if (!onOpen || !isPlainClick(event)) return false;
    event.preventDefault();
    onOpen(row);
    return true;
  };
  return (
    <tr {...tableRoles.row} onClick={open} className={classes('record', to && 'opens', wasOpened && 'opened')}>
      {selection}
      {columns.map((column, index) => (
        <td
          key={column.label}
          {...tableRoles.cell}
          data-label={column.label}
          className={classes('tabular', index === 0 && 'first', column.align, column.inCard, roomClass(column))}
        >
          {to && index === 0 ? (
            <Link ref={link} to={to} onClick={(event) => void (openBeside(event) || remember())}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
};

/** Whether nothing on the page has the focus yet. */
const isFocusFree = () => document.activeElement === document.body || document.activeElement?.tagName === 'MAIN';

const isInteractive = ({ target, currentTarget }: MouseEvent) =>
  target instanceof Element &&
  (target.closest('a, button, input, select, label') !== null || !currentTarget.contains(target));

interface SkeletonRowsProps<Row> {
  columns: readonly Column<Row>[];
  canSelect: boolean;
}

export const SkeletonRows = <Row,>({ columns, canSelect }: SkeletonRowsProps<Row>) =>
  Array.from({ length: skeletonRows }, (_row, index) => (
    <tr key={index} {...tableRoles.row} className="skeleton" aria-label="Loading row">
      {canSelect && <td {...tableRoles.cell} className="selection" />}
      {columns.map((column, position) => (
        <td
          key={column.label}
          {...tableRoles.cell}
          className={classes(position === 0 && 'first', column.align, column.inCard, roomClass(column))}
        >
          {shapes[column.skeleton ?? 'line']}
        </td>
      ))}
    </tr>
  ));

const lines = (
  <Box component="span" sx={{ display: 'block', flex: 1 }}>
    <Skeleton width="min(170px, 60%)" />
    <Skeleton width="min(240px, 85%)" sx={{ fontSize: '0.8125rem' }} />
  </Box>
);

const shapes: Record<NonNullable<Column<unknown>['skeleton']> | 'line', ReactNode> = {
  line: <Skeleton width="60%" sx={{ display: 'inline-block', minWidth: 56, maxWidth: 110 }} />,
  lines,
  person: (
    <Box component="span" sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Skeleton variant="circular" width={34} height={34} sx={{ flexShrink: 0 }} />
      {lines}
    </Box>
  ),
  badge: <Skeleton variant="rounded" width={68} height={22} sx={{ display: 'inline-block', borderRadius: 5 }} />,
};
