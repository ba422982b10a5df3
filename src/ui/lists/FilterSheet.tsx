import { Box, Button, Drawer, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useListContext } from 'react-admin';
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
  const titleId = useId();
  const { search, ...chosen } = filterValues;
  const hasFilters = Object.values(chosen).some(Boolean);
  return (
    <Drawer
      anchor="bottom"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, sx: sheet } }}
    >
      <Typography id={titleId} variant="h2">
        Filters and order
      </Typography>
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
    </Drawer>
  );
};

const sheet = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1.5,
  p: 2,
  maxHeight: '85dvh',
  borderRadius: '12px 12px 0 0',
  '& > .MuiFormControl-root': { flex: 'none', width: 1 },
} as const;
