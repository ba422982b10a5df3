import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { BottomSheet } from '../BottomSheet.tsx';
import { filtersTitle } from './ListToolbar.tsx';
import { SortSelect } from './SortSelect.tsx';
import type { SortableColumn } from './tableStyles.ts';

interface FilterSheetProps {
  isOpen: boolean;
  onClose: () => void;
  filters: ReactNode;
  columns: readonly SortableColumn[];
}

/** The filters and the order of a list, at the lower edge of a phone. */
export const FilterSheet = ({ isOpen, onClose, filters, columns }: FilterSheetProps) => {
  const { filterValues, setFilters, total } = useListContext();
  const { search, ...chosen } = filterValues;
  const hasFilters = Object.values(chosen).some(Boolean);
  return (
    <BottomSheet isOpen={isOpen} onClose={onClose} title={filtersTitle(columns)}>
      {filters}
      <SortSelect columns={columns} />
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        {hasFilters && (
          <Button color="inherit" onClick={() => setFilters(search ? { search } : {})}>
            Clear
          </Button>
        )}
        <Button variant="contained" onClick={onClose} sx={{ ml: 'auto' }}>
          {total === undefined ? 'Show' : `Show ${total.toLocaleString('en-US')}`}
        </Button>
      </Box>
    </BottomSheet>
  );
};
