import SwapVert from '@mui/icons-material/SwapVert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useListContext } from 'react-admin';
import type { Column } from './column.ts';
import { tableClass } from './tableStyles.ts';

/** On a narrow screen the table's head is not drawn; this orders the cards in its place. */
export const SortSelect = <Row,>({ columns, isCompact }: { columns: readonly Column<Row>[]; isCompact: boolean }) => {
  const { sort, setSort } = useListContext();
  const choices = columns.flatMap(({ label, sortBy }) =>
    sortBy ? ([['ASC', 'ascending'], ['DESC', 'descending']] as const).map(([order, name]) => ({ field: sortBy, order, name: `${label}, ${name}` })) : [],
  );
  if (choices.length === 0) return null;
  return (
    <Box className={tableClass(columns, isCompact)} sx={besideCards}>
      <TextField
        select
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
    </Box>
  );
};

const besideCards = {
  px: 1.5,
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
  '@container (min-width: 460px)': { '&.compact': { display: 'none' } },
  '@container (min-width: 560px)': { '&:not(.many)': { display: 'none' } },
  '@container (min-width: 880px)': { display: 'none' },
} as const;
