import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** Who a row of the file is about, as far as it can be told, and what is wrong with it. */
export const RowPerson = ({ name, email, problem }: { name: string; email: string; problem?: string | undefined }) => (
  <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
    <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
      {name || '—'}
    </Box>
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {email}
    </Typography>
    {problem && (
      <Typography component="span" variant="body2" color="error" sx={{ display: 'block' }}>
        {problem}
      </Typography>
    )}
  </Box>
);
