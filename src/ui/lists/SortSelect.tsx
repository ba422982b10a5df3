import SwapVert from '@mui/icons-material/SwapVert';
import { useListContext } from 'react-admin';
import { SelectBox } from './SelectBox.tsx';
import type { SortableColumn } from './tableStyles.ts';

/** Sorts a list where its table's head is not drawn. */
export const SortSelect = ({ columns }: { columns: readonly SortableColumn[] }) => {
  const { sort, setSort } = useListContext();
  const choices = columns.flatMap((column) => {
    const { label, sortBy } = column;
    if (sortBy === undefined) return [];
    const [up, down] = orderNames(column);
    return [
      { value: `${sortBy} ASC`, label: `${label}, ${up}` },
      { value: `${sortBy} DESC`, label: `${label}, ${down}` },
    ];
  });
  return (
    <SelectBox
      label="Sort by"
      icon={<SwapVert fontSize="small" />}
      value={`${sort.field} ${sort.order}`}
      choices={choices}
      onChange={(chosen) => {
        const [field = '', order] = chosen.split(' ');
        setSort({ field, order: order === 'ASC' ? 'ASC' : 'DESC' });
      }}
      sx={{ width: '100%' }}
    />
  );
};

/** Of a column's ascending and descending order. */
function orderNames({ sortBy = '', align }: SortableColumn): [string, string] {
  if (/(?:At|Time)$/.test(sortBy)) return ['oldest first', 'newest first'];
  if (/name$/i.test(sortBy)) return ['A to Z', 'Z to A'];
  return align === 'right' ? ['lowest first', 'highest first'] : ['ascending', 'descending'];
}
