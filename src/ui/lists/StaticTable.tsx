import { Box } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { RecordRow } from './RecordRow.tsx';
import { classes, LinesTable, roomClass, tableClass, tableContainer, tableRoles, type Column } from './tableStyles.ts';

interface StaticTableProps<Row extends RaRecord> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowTo?: (row: Row) => string;
}

/** A table of rows that are all loaded, such as the lines of an invoice: no sorting and no list context. */
export const StaticTable = <Row extends RaRecord>({ label, columns, rows, rowTo }: StaticTableProps<Row>) => (
  <Box sx={tableContainer}>
    <LinesTable {...tableRoles.table} aria-label={label} className={tableClass(columns)}>
      <thead {...tableRoles.group}>
        <tr {...tableRoles.row}>
          {columns.map((column) => (
            <th
              key={column.label}
              {...tableRoles.head}
              scope="col"
              className={classes(column.align, roomClass(column))}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.group}>
        {rows.map((row) => (
          <RecordRow key={row.id} row={row} columns={columns} to={rowTo?.(row)} />
        ))}
      </tbody>
    </LinesTable>
  </Box>
);
