import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useListContext, type SortPayload } from 'react-admin';
import type { Column } from './column.ts';
import { tableRoles } from './tableStyles.ts';

/** The head of a list's table. Clicking the active column turns it round; a new one starts in its first order. */
export const SortableHead = <Row,>({ columns }: { columns: readonly Column<Row>[] }) => {
  const { sort, setSort } = useListContext();
  return (
    <TableHead {...tableRoles.group}>
      <TableRow {...tableRoles.row}>
        {columns.map((column) => (
          <TableCell
            key={column.label}
            {...tableRoles.head}
            scope="col"
            align={column.align ?? 'left'}
            aria-sort={column.sortBy ? ariaSort(sort, column.sortBy) : undefined}
            sx={{ width: widthOf(column, columns) }}
          >
            {column.sortBy ? (
              <TableSortLabel
                active={sort.field === column.sortBy}
                direction={sort.field === column.sortBy ? lower(sort.order) : lower(column.firstOrder)}
                onClick={() => setSort(nextSort(sort, column))}
              >
                {column.label}
              </TableSortLabel>
            ) : (
              column.label
            )}
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
  );
};

/** The same on every page of a list, whatever its rows hold. */
const widthOf = <Row,>(column: Column<Row>, columns: readonly Column<Row>[]) => {
  if (column.width !== undefined || columns.some(({ width }) => width !== undefined)) return column.width;
  const shareOf = (one: Column<Row>) => one.share ?? (one === columns[0] ? 2.4 : 1);
  const whole = columns.reduce((sum, one) => sum + shareOf(one), 0);
  return `${((shareOf(column) / whole) * 100).toFixed(2)}%`;
};

const ariaSort = (sort: SortPayload, field: string) => {
  if (sort.field !== field) return 'none';
  return sort.order === 'ASC' ? 'ascending' : 'descending';
};

const nextSort = <Row,>(sort: SortPayload, { sortBy = '', firstOrder = 'ASC' }: Column<Row>): SortPayload => {
  if (sort.field !== sortBy) return { field: sortBy, order: firstOrder };
  return { field: sortBy, order: sort.order === 'ASC' ? 'DESC' : 'ASC' };
};

const lower = (order: SortPayload['order'] = 'ASC') => (order === 'ASC' ? 'asc' : 'desc');
