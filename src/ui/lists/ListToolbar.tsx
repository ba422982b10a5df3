import { Box } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { LazyPart } from '../LazyPart.tsx';
import { useIsPhone } from '../useIsPhone.ts';
import { FilterButton } from './FilterButton.tsx';
import type { SortableColumn } from './tableStyles.ts';

interface ListToolbarProps {
  search?: ReactNode;
  filters?: ReactNode;
  /** A phone sorts the rows by these. */
  columns: readonly SortableColumn[];
}

/** Search and filters above a list; on a phone the search, and a sheet with the filters and the order, which alone stands beside the title. */
export const ListToolbar = ({ search, filters, columns }: ListToolbarProps) => {
  const isPhone = useIsPhone();
  if (!search && (isPhone || !filters)) return null;
  return (
    <Box sx={bar}>
      {search}
      {isPhone ? <FilterSheetButton filters={filters} columns={columns} /> : filters}
    </Box>
  );
};

const bar = {
  display: 'flex',
  displayPrint: 'none',
  flexWrap: { sm: 'wrap' },
  gap: 1,
  p: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const;

export const FilterSheetButton = ({ filters, columns }: Omit<ListToolbarProps, 'search'>) => {
  const { filterValues } = useListContext();
  const [isOpen, setOpen] = useState<boolean>();
  const { search: _search, ...chosen } = filterValues;
  const count = Object.values(chosen).filter(Boolean).length;
  const close = () => setOpen(false);
  return (
    <>
      <FilterButton label={filtersTitle(columns)} count={count} onClick={() => setOpen(true)} />
      {isOpen !== undefined && (
        <LazyPart isOpen={isOpen} onClose={close}>
          <FilterSheet isOpen={isOpen} onClose={close} filters={filters} columns={columns} />
        </LazyPart>
      )}
    </>
  );
};

/** Without a sortable column there is no order to choose. */
export const filtersTitle = (columns: readonly SortableColumn[]) =>
  columns.some(({ sortBy }) => sortBy) ? 'Filters and order' : 'Filters';

const FilterSheet = lazyWithPreload('filters', () => import('./FilterSheet.tsx'), 'FilterSheet');
