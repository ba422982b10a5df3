import { Box, Button, TextField, Typography } from '@mui/material';
import { useListContext } from 'react-admin';
import { defaultPageSize } from '#domain/shared/limits.ts';
import { useIsPhone } from '../useIsPhone.ts';

const pageSizes = [defaultPageSize, 25, 50, 100] as const;

/** `canResize`: people choose how many rows they see. */
export const ListPages = ({ noun, canResize = false }: { noun: string; canResize?: boolean }) => {
  const { page, perPage, total, setPage, setPerPage, isPending } = useListContext();
  return isPending ? null : (
    <PageButtons
      page={page}
      perPage={perPage}
      total={total ?? 0}
      noun={noun}
      onPage={setPage}
      {...(canResize && { onPerPage: setPerPage })}
    />
  );
};

interface PageButtonsProps {
  page: number;
  perPage: number;
  total: number;
  noun: string;
  onPage: (page: number) => void;
  /** Without it the number of rows is fixed. */
  onPerPage?: (rows: number) => void;
}

export const PageButtons = ({ page, perPage, total, noun, onPage, onPerPage }: PageButtonsProps) => {
  const pages = Math.ceil(total / perPage);
  const isPhone = useIsPhone();
  if (total <= (onPerPage ? defaultPageSize : perPage)) return null;
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: { xs: 1.5, sm: 2 },
        py: 1,
        '& .MuiButton-root': { minWidth: 0, px: { xs: 1, sm: 1.5 }, displayPrint: 'none' },
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" color="textSecondary" component="output" className="tabular" sx={{ mr: 'auto' }}>
        Page {page} of {pages} ({total} {noun})
      </Typography>
      {onPerPage && (
        <TextField
          select
          size="small"
          value={perPage}
          onChange={({ target }) => onPerPage(Number(target.value))}
          slotProps={{ select: { native: true }, htmlInput: { 'aria-label': 'Rows' } }}
          // A phone has no room for the word, which is the field's name.
          sx={{ flex: 'none', width: isPhone ? 76 : 112, displayPrint: 'none' }}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {isPhone ? size : `${size} rows`}
            </option>
          ))}
        </TextField>
      )}
      <Button size="small" variant="outlined" color="inherit" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" variant="outlined" color="inherit" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Box>
  );
};
