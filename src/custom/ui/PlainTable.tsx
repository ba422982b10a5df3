import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { RaRecord } from 'react-admin';
import type { Column } from './column.ts';
import { RecordRow } from './RecordRow.tsx';
import { part, tableClass, tableRoom, tableStyles } from './tableStyles.ts';

interface PlainTableProps<Row extends RaRecord> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowTo?: (row: Row) => string;
}

/** Rows that are all here already, as the lines of an invoice: no order to choose and no list around it. */
export const PlainTable = <Row extends RaRecord>({ label, columns, rows, rowTo }: PlainTableProps<Row>) => (
  <Box sx={tableRoom}>
    <Table {...part.table} aria-label={label} className={tableClass(columns)} sx={tableStyles}>
      <TableHead {...part.group}>
        <TableRow {...part.row}>
          {columns.map((column) => (
            <TableCell key={column.label} {...part.head} scope="col" align={column.align ?? 'left'}>
              {column.label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody {...part.group}>
        {rows.map((row) => (
          <RecordRow key={row.id} row={row} columns={columns} to={rowTo?.(row)} />
        ))}
      </TableBody>
    </Table>
  </Box>
);
