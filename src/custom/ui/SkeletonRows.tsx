import Skeleton from '@mui/material/Skeleton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { skeletonRows } from '#domain/rules/limits.ts';
import type { Column } from './column.ts';
import { part } from './tableStyles.ts';

/** Spec §9: five rows that are still on their way. */
export const SkeletonRows = <Row,>({ columns }: { columns: readonly Column<Row>[] }) =>
  Array.from({ length: skeletonRows }, (_row, index) => (
    <TableRow key={index} {...part.row} aria-label="Loading row">
      {columns.map((column) => (
        <TableCell key={column.label} {...part.cell} align={column.align ?? 'left'}>
          <Skeleton variant="text" width="70%" sx={{ display: 'inline-block', fontSize: '1rem', minWidth: 48 }} />
        </TableCell>
      ))}
    </TableRow>
  ));
