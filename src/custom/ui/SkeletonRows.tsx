import Skeleton from '@mui/material/Skeleton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { skeletonRows } from '#domain/rules/limits.ts';
import type { Column } from './column.ts';

/** Spec §9: five rows that are still on their way. */
export const SkeletonRows = <Row,>({ columns }: { columns: readonly Column<Row>[] }) =>
  Array.from({ length: skeletonRows }, (_row, index) => (
    <TableRow key={index} role="row" aria-label="Loading row">
      {columns.map((column) => (
        <TableCell key={column.label} role="cell" align={column.align ?? 'left'}>
          <Skeleton variant="text" width="70%" sx={{ display: 'inline-block', fontSize: '1rem', minWidth: 48 }} />
        </TableCell>
      ))}
    </TableRow>
  ));
