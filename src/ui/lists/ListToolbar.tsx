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
  /** What the rows can be sorted by on a phone. */
  columns: readonly SortableColumn[];
}

/** Search and filters above a list; on a phone the search, and a sheet with the filters and the order. */
export const ListToolbar = ({ search, filters, columns }: ListToolbarProps) => {
  const isPhone = useIsPhone();
  if (!search && !filters) return null;
  return (
    <Box sx={bar}>
      {search}
      {isPhone ? <Sheet filters={filters} columns={columns} /> : filters}
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

const Sheet = ({ filters, columns }: Omit<ListToolbarProps, 'search'>) => {
  const { filterValues } = useListContext();
  const [isOpen, setOpen] = useState<boolean>();
  const { search: _search, ...chosen } = filterValues;
  const count = Object.values(chosen).filter(Boolean).length;
  const close = () => setOpen(false);
  return (
    <>
      <FilterButton label="Filters and order" count={count} onClick={() => setOpen(true)} />
      {isOpen !== undefined && (
        <LazyPart isOpen={isOpen} onClose={close}>
          <FilterSheet isOpen={isOpen} onClose={close} filters={filters} columns={columns} />
        </LazyPart>
      )}
    </>
  );
};

const FilterSheet = lazyWithPreload('filters', () => import('./FilterSheet.tsx'), 'FilterSheet');
