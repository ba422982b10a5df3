import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';

/** Spec §2: 'Page X of Y (N noun)' with Previous and Next, when there is more than one page. */
export const ListPages = ({ noun }: { noun: string }) => {
  const { page, perPage, total, setPage, isPending } = useListContext();
  const pages = Math.ceil((total ?? 0) / perPage);
  if (isPending || pages <= 1) return null;
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography variant="body2" color="text.secondary" component="output" className="tabular" sx={{ mr: 'auto' }}>
        Page {page} of {pages} ({total} {noun})
      </Typography>
      <Button size="small" variant="outlined" color="inherit" disabled={page <= 1} onClick={() => setPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" variant="outlined" color="inherit" disabled={page >= pages} onClick={() => setPage(page + 1)}>
        Next
      </Button>
    </Box>
  );
};
