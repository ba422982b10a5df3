import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { skeletonRows } from '#domain/rules/limits.ts';
import type { Column } from './column.ts';
import { tableRoles } from './tableStyles.ts';

/** Five rows that are still on their way, in the shape of those that come. */
export const SkeletonRows = <Row,>({ columns }: { columns: readonly Column<Row>[] }) =>
  Array.from({ length: skeletonRows }, (_row, index) => (
    <TableRow key={index} {...tableRoles.row} aria-label="Loading row">
      {columns.map((column) => (
        <TableCell key={column.label} {...tableRoles.cell} align={column.align ?? 'left'}>
          {shapes[column.skeleton ?? 'line']}
        </TableCell>
      ))}
    </TableRow>
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
