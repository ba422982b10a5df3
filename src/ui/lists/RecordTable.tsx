import InboxOutlined from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import { Box, Button, useMediaQuery } from '@mui/material';
import { useRef, type ReactNode } from 'react';
import { useListContext, type RaRecord, type SortPayload } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router-dom';
import { AddButton } from '../AddButton.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { sum } from '#domain/shared/money.ts';
import { navigationState } from '#src/navigationState.ts';
import { openedFrom } from './listMemory.ts';
import { RecordRow, SkeletonRows } from './RecordRow.tsx';
import { SortSelect } from './SortSelect.tsx';
import { AllCheckbox, RowCheckbox, useToggle } from './Selection.tsx';
import {
  classes,
  roomClass,
  RowsTable,
  showWhole,
  tableClass,
  tableContainer,
  tableRoles,
  type Column,
} from './tableStyles.ts';

export interface EmptyList {
  title: string;
  searching: string;
  otherwise: string;
  /** Where the first record is added, and what its button says. */
  add?: readonly [to: string, label: string];
  /** Another next step. */
  action?: ReactNode;
}

interface RecordTableProps<Row extends RaRecord> {
  label: string;
  columns: readonly Column<Row>[];
  /** The URL of a row. Its first cell is the link, and the whole row can be clicked. */
  rowTo?: (row: Row) => string;
  /** Opens a row beside the list instead. */
  onOpen?: (row: Row) => void;
  empty: EmptyList;
  /** On a narrow screen three columns in two lines, without labels. */
  isCompact?: boolean;
  /** With it rows can be selected: what a row is called. */
  selectionLabel?: (row: Row) => string;
}

/** The rows of the surrounding list: a table, and on a narrow screen a card for each row. */
export const RecordTable = <Row extends RaRecord>({
  label,
  columns,
  rowTo,
  onOpen,
  empty,
  isCompact = false,
  selectionLabel,
}: RecordTableProps<Row>) => {
  const { data, isPending, isFetching, error, filterValues, setFilters, selectedIds = [] } = useListContext<Row>();
  const { pathname, state } = useLocation();
  const navigationType = useNavigationType();
  const cameBack = navigationType === 'POP' || navigationState(state).isComingBack;
  const isSearching = Object.values(filterValues).some(Boolean);
  const isEmpty = !isPending && data?.length === 0;
  const room = useRef<HTMLDivElement>(null);
  const toggle = useToggle();
  const mayBeCards = !useMediaQuery(roomForTables, { noSsr: true });
  /** The button disappears with the empty list, and the focus moves here. */
  const showAll = () => {
    setFilters({});
    room.current?.focus();
  };
  return (
    <Box ref={room} tabIndex={-1} sx={tableContainer}>
      {mayBeCards && columns.some(({ sortBy }) => sortBy) && data?.length !== 1 && (
        <Box className={classes('sort', tableClass(columns, isCompact))} sx={besideCards}>
          <SortSelect columns={columns} />
        </Box>
      )}
      <RowsTable
        {...tableRoles.table}
        aria-label={label}
        aria-busy={isFetching}
        className={tableClass(columns, isCompact)}
      >
        <SortableHead columns={columns} canSelect={selectionLabel !== undefined} />
        <tbody {...tableRoles.group} onPointerOver={showWhole} style={{ opacity: isFetching && !isPending ? 0.6 : 1 }}>
          {isPending && !error && <SkeletonRows columns={columns} canSelect={selectionLabel !== undefined} />}
          {data?.map((row) => (
            <RecordRow
              key={row.id}
              row={row}
              columns={columns}
              to={rowTo?.(row)}
              selection={
                selectionLabel && (
                  <RowCheckbox
                    label={`Select ${selectionLabel(row)}`}
                    isSelected={selectedIds.includes(row.id)}
                    onToggle={(hasShift) => toggle(row.id, hasShift)}
                  />
                )
              }
              onOpen={onOpen}
              wasOpened={row.id === openedFrom(pathname)}
              takesFocus={cameBack}
            />
          ))}
        </tbody>
      </RowsTable>
      {isEmpty && (
        <EmptyState
          heading="h2"
          icon={isSearching ? <SearchOff /> : <InboxOutlined />}
          title={empty.title}
          text={isSearching ? empty.searching : empty.otherwise}
        >
          {isSearching ? (
            <Button variant="outlined" onClick={showAll}>
              Show all
            </Button>
          ) : (
            (empty.action ?? (empty.add && <AddButton to={empty.add[0]} label={empty.add[1]} variant="outlined" />))
          )}
        </EmptyState>
      )}
    </Box>
  );
};

/** The head of a list's table. Clicking the active column reverses its direction; another column starts in its own first direction. */
const SortableHead = <Row,>({ columns, canSelect }: { columns: readonly Column<Row>[]; canSelect: boolean }) => {
  const { sort, setSort } = useListContext();
  return (
    <thead {...tableRoles.group}>
      <tr {...tableRoles.row}>
        {canSelect && <AllCheckbox />}
        {columns.map((column) => (
          <th
            key={column.label}
            {...tableRoles.head}
            scope="col"
            className={classes(column.align, roomClass(column))}
            aria-sort={column.sortBy ? ariaSort(sort, column.sortBy) : undefined}
            style={{ width: getWidth(column, columns) }}
          >
            {column.sortBy ? (
              <button type="button" onClick={() => setSort(nextSort(sort, column))}>
                {column.label}
                <svg viewBox="0 0 24 24" aria-hidden="true" className={isAscending(sort, column) ? 'up' : undefined}>
                  <path d="m20 12-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8 8-8z" />
                </svg>
              </button>
            ) : (
              column.label
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
};

/** The same on every page of a list, whatever the rows contain. */
const getWidth = <Row,>(column: Column<Row>, columns: readonly Column<Row>[]) => {
  if (column.width !== undefined || columns.some(({ width }) => width !== undefined)) return column.width;
  if (column === columns[0]) return undefined;
  const getShare = (one: Column<Row>) => one.share ?? (one === columns[0] ? 2.4 : 1);
  const whole = sum(columns.map(getShare));
  const share = ((getShare(column) / whole) * 100).toFixed(2);
  return column.minWidth === undefined ? `${share}%` : `max(${column.minWidth}px, ${share}cqw)`;
};

const ariaSort = (sort: SortPayload, field: string) => {
  if (sort.field !== field) return 'none';
  return sort.order === 'ASC' ? 'ascending' : 'descending';
};

const nextSort = <Row,>(sort: SortPayload, { sortBy = '', firstOrder = 'ASC' }: Column<Row>): SortPayload => {
  if (sort.field !== sortBy) return { field: sortBy, order: firstOrder };
  return { field: sortBy, order: sort.order === 'ASC' ? 'DESC' : 'ASC' };
};

/** The order of the rows, or the one after a click. */
const isAscending = <Row,>(sort: SortPayload, { sortBy, firstOrder = 'ASC' }: Column<Row>) =>
  (sort.field === sortBy ? sort.order : firstOrder) === 'ASC';

/** From this width of the window on, every list has the 880 pixels that a table of many columns needs, also beside the menu. */
const roomForTables = '(min-width:1200px)';

/** Cards have no head to sort by. */
const besideCards = {
  displayPrint: 'none',
  px: 1.5,
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
  '@container (min-width: 460px)': { '&.compact': { display: 'none' } },
  '@container (min-width: 560px)': { '&:not(.many)': { display: 'none' } },
  '@container (min-width: 880px)': { display: 'none' },
} as const;
