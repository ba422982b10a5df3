import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { part, tableStyles } from './tableStyles.ts';

/** One column of a `PlainTable`. */
export interface PlainColumn<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right';
}

interface PlainTableProps<Row> {
  /** What the table is called for a screen reader. */
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
}

/** The rows that belong to one record: no order to choose, no pages; below 600 px a card for each. */
export const PlainTable = <Row,>({ label, columns, rows, keyOf }: PlainTableProps<Row>) => (
  <Box sx={{ overflowX: 'auto' }}>
    <Table {...part.table} aria-label={label} sx={tableStyles}>
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
        {rows.map((row, index) => (
          <TableRow key={keyOf(row, index)} {...part.row}>
            {columns.map((column) => (
              <TableCell key={column.label} {...part.cell} data-label={column.label} align={column.align ?? 'left'} className="tabular">
                {column.cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);
