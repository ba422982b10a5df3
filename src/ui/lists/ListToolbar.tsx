import Tune from '@mui/icons-material/Tune';
import { Badge, Box, Button, Drawer, IconButton, Typography } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { useIsPhone } from '../useIsPhone.ts';
import { SortSelect } from './SortSelect.tsx';
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
      {isPhone ? <FilterSheet filters={filters} columns={columns} /> : filters}
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

const FilterSheet = ({ filters, columns }: Omit<ListToolbarProps, 'search'>) => {
  const { filterValues, setFilters, total } = useListContext();
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const { search, ...chosen } = filterValues;
  const count = Object.values(chosen).filter(Boolean).length;
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        aria-label={count > 0 ? `Filters and order, ${count} in use` : 'Filters and order'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{ ml: 'auto' }}
      >
        <Badge badgeContent={count} color="primary">
          <Tune />
        </Badge>
      </IconButton>
      <Drawer
        anchor="bottom"
        open={isOpen}
        onClose={close}
        slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, sx: sheet } }}
      >
        <Typography id={titleId} variant="h2">
          Filters and order
        </Typography>
        {filters}
        <SortSelect columns={columns} />
        <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
          {count > 0 && (
            <Button color="inherit" onClick={() => setFilters(search ? { search } : {})}>
              Clear
            </Button>
          )}
          <Button variant="contained" onClick={close} sx={{ ml: 'auto' }}>
            {total === undefined ? 'Show' : `Show ${total.toLocaleString('en-US')}`}
          </Button>
        </Box>
      </Drawer>
    </>
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
