import SwapVert from '@mui/icons-material/SwapVert';
import { MenuItem, TextField } from '@mui/material';
import { useListContext } from 'react-admin';
import type { SortableColumn } from './tableStyles.ts';

/** Sorts a list where its table's head is not drawn. */
export const SortSelect = ({ columns }: { columns: readonly SortableColumn[] }) => {
  const { sort, setSort } = useListContext();
  const choices = columns.flatMap((column) => {
    const { label, sortBy: field } = column;
    if (field === undefined) return [];
    const [up, down] = orderNames(column);
    return [
      { field, order: 'ASC', name: `${label}, ${up}` } as const,
      { field, order: 'DESC', name: `${label}, ${down}` } as const,
    ];
  });
  return (
    <TextField
      select
      fullWidth
      value={`${sort.field} ${sort.order}`}
      onChange={(event) => {
        const choice = choices.find(({ field, order }) => `${field} ${order}` === event.target.value);
        if (choice) setSort({ field: choice.field, order: choice.order });
      }}
      slotProps={{
        select: { SelectDisplayProps: { 'aria-label': 'Sort by' } },
        input: { startAdornment: <SwapVert fontSize="small" sx={{ mr: 1, color: 'text.secondary' }} /> },
      }}
    >
      {choices.map(({ field, order, name }) => (
        <MenuItem key={name} value={`${field} ${order}`}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
};

/** Of a column's ascending and descending order. */
function orderNames({ sortBy = '', align }: SortableColumn): [string, string] {
  if (/(?:At|Time)$/.test(sortBy)) return ['oldest first', 'newest first'];
  if (/name$/i.test(sortBy)) return ['A to Z', 'Z to A'];
  return align === 'right' ? ['lowest first', 'highest first'] : ['ascending', 'descending'];
}
