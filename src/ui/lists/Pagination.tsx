import { Box, Button, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useListContext } from 'react-admin';
import { defaultPageSize } from '#domain/shared/limits.ts';
import { useIsPhone } from '../useIsPhone.ts';
import { fieldLook } from './fieldLook.ts';
import { DownArrow } from './SelectMenu.tsx';

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
      <Typography variant="body2" color="textSecondary" component="output" className="tabular" sx={onScreen}>
        Page {page} of {pages} ({total} {noun})
      </Typography>
      {/* Paper has no next page to turn to. */}
      <Typography variant="body2" aria-hidden="true" className="tabular" sx={onPaper}>
        Rows {(page - 1) * perPage + 1} to {Math.min(page * perPage, total)} of {total} {noun}
      </Typography>
      {onPerPage && (
        <RowsSelect>
          <select aria-label="Rows" value={perPage} onChange={({ target }) => onPerPage(Number(target.value))}>
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {isPhone ? size : `${size} rows`}
              </option>
            ))}
          </select>
          <DownArrow />
        </RowsSelect>
      )}
      <Button size="small" variant="outlined" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" variant="outlined" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Box>
  );
};

const onScreen = { mr: 'auto', displayPrint: 'none' } as const;
const onPaper = { display: 'none', displayPrint: 'block' } as const;

/** A phone has no room for the word, which is the field's name. */
const RowsSelect = styled('label')({
  ...fieldLook.select,
  flex: 'none',
  width: 112,
  padding: 0,
  '@media (pointer: coarse)': { fontSize: '1rem' },
  '@media (max-width: 599.95px)': { width: 76 },
  '@media print': { display: 'none' },
  '& > select': {
    appearance: 'none',
    width: '100%',
    padding: '7.5px 31px 7.5px 13px',
    '@media (pointer: coarse)': { paddingTop: 11, paddingBottom: 11 },
    border: 0,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    lineHeight: '1.4375em',
    cursor: 'inherit',
    outline: 'none',
  },
  '& option': { backgroundColor: 'var(--mui-palette-background-paper)' },
});
