import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext, type RaRecord } from 'react-admin';

/** Actions for the selected rows, at the lower edge of the window while there are some. */
export const BulkBar = ({ noun, children }: { noun: string; children: ReactNode }) => {
  const { onUnselectItems } = useListContext();
  const count = useSelectedRows().length;
  if (count === 0) return null;
  return (
    <Box className="bottom-bar" role="toolbar" aria-label={`Selected ${noun}`} sx={bar}>
      <Typography component="output" sx={{ fontWeight: 600, mr: 'auto' }}>
        {count} selected
      </Typography>
      {children}
      <Button color="inherit" size="small" onClick={() => onUnselectItems()}>
        Unselect
      </Button>
    </Box>
  );
};

/** The selected rows in the order of the list. Another page, order or filter unselects them. */
export const useSelectedRows = <Row extends RaRecord>(): Row[] => {
  const { data = [], selectedIds = [] } = useListContext<Row>();
  return data.filter(({ id }) => selectedIds.includes(id));
};

const bar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'primary.light',
} as const;
