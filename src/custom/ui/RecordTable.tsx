import InboxOutlined from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useRef } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { Column } from './column.ts';
import { navigationState } from '#src/navigationState.ts';
import { openedFrom } from './listMemory.ts';
import { Notice } from './Notice.tsx';
import { RecordRow } from './RecordRow.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { SortableHead } from './SortableHead.tsx';
import { SortSelect } from './SortSelect.tsx';
import { part, tableClass, tableRoom, tableStyles } from './tableStyles.ts';

interface RecordTableProps<Row extends RaRecord> {
  /** What the table is called for a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  /** Where a row leads; its first cell becomes the link, and the whole row can be clicked. */
  rowTo?: (row: Row) => string;
  empty: { title: string; searching: string; otherwise: string };
  /** On a narrow screen three columns in two lines, without their names. */
  isCompact?: boolean;
}

/** The rows of the surrounding list: a table, and on a narrow screen a card for each row. */
export const RecordTable = <Row extends RaRecord>({ label, columns, rowTo, empty, isCompact = false }: RecordTableProps<Row>) => {
  const { data, isPending, isFetching, error, filterValues, setFilters } = useListContext<Row>();
  const { pathname, state } = useLocation();
  const navigationType = useNavigationType();
  const cameBack = navigationType === 'POP' || navigationState(state).isComingBack;
  const isSearching = Object.values(filterValues).some(Boolean);
  const isEmpty = !isPending && data?.length === 0;
  const room = useRef<HTMLDivElement>(null);
  /** The button goes with the empty list; the keyboard stays here. */
  const showAll = () => {
    setFilters({});
    room.current?.focus();
  };
  return (
    <Box ref={room} tabIndex={-1} sx={tableRoom}>
      <SortSelect columns={columns} isCompact={isCompact} />
      <Table {...part.table} aria-label={label} aria-busy={isFetching} className={tableClass(columns, isCompact)} sx={tableStyles}>
        <SortableHead columns={columns} />
        <TableBody {...part.group} sx={{ opacity: isFetching && !isPending ? 0.6 : 1 }}>
          {isPending && !error && <SkeletonRows columns={columns} />}
          {data?.map((row) => (
            <RecordRow
              key={row.id}
              row={row}
              columns={columns}
              to={rowTo?.(row)}
              wasOpened={row.id === openedFrom(pathname)}
              takesFocus={cameBack}
            />
          ))}
          {isEmpty && (
            <TableRow {...part.row} className="whole">
              <TableCell {...part.cell} colSpan={columns.length}>
                <Notice
                  heading="h2"
                  icon={isSearching ? <SearchOff /> : <InboxOutlined />}
                  title={empty.title}
                  text={isSearching ? empty.searching : empty.otherwise}
                >
                  {isSearching && (
                    <Button variant="outlined" color="inherit" onClick={showAll}>
                      Show All
                    </Button>
                  )}
                </Notice>
              </TableCell>
            </TableRow>
          )}
        </TableBody>
      </Table>
    </Box>
  );
};
