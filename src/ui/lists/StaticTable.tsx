import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { RecordRow } from './RecordRow.tsx';
import { classes, roomClass, tableClass, tableContainer, tableRoles, tableStyles, type Column } from './tableStyles.ts';

interface StaticTableProps<Row extends RaRecord> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowTo?: (row: Row) => string;
}

/** A table of rows that are all loaded, such as the lines of an invoice: no sorting and no list context. */
export const StaticTable = <Row extends RaRecord>({ label, columns, rows, rowTo }: StaticTableProps<Row>) => (
  <Box sx={tableContainer}>
    <Table {...tableRoles.table} aria-label={label} className={tableClass(columns)} sx={tableStyles}>
      <TableHead {...tableRoles.group}>
        <TableRow {...tableRoles.row}>
          {columns.map((column) => (
            <TableCell
              key={column.label}
              {...tableRoles.head}
              scope="col"
              align={column.align ?? 'left'}
              className={classes(roomClass(column))}
            >
              {column.label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody {...tableRoles.group}>
        {rows.map((row) => (
          <RecordRow key={row.id} row={row} columns={columns} to={rowTo?.(row)} />
        ))}
      </TableBody>
    </Table>
  </Box>
);
