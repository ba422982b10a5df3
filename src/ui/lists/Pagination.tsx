import { Box, Button, Typography } from '@mui/material';
import { useListContext } from 'react-admin';

export const ListPages = ({ noun }: { noun: string }) => {
  const { page, perPage, total, setPage, isPending } = useListContext();
  return isPending ? null : (
    <PageButtons page={page} perPage={perPage} total={total ?? 0} noun={noun} onPage={setPage} />
  );
};

interface PageButtonsProps {
  page: number;
  perPage: number;
  total: number;
  noun: string;
  onPage: (page: number) => void;
}

export const PageButtons = ({ page, perPage, total, noun, onPage }: PageButtonsProps) => {
  const pages = Math.ceil(total / perPage);
  if (pages <= 1) return null;
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: { xs: 1.5, sm: 2 },
        py: 1.25,
        '& .MuiButton-root': { minWidth: 0, px: { xs: 1, sm: 1.5 }, displayPrint: 'none' },
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" color="textSecondary" component="output" className="tabular" sx={{ mr: 'auto' }}>
        Page {page} of {pages} ({total} {noun})
      </Typography>
      <Button size="small" variant="outlined" color="inherit" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" variant="outlined" color="inherit" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Box>
  );
};
