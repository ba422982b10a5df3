import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { posSuccessMs } from '#domain/rules/limits.ts';
import { ChangeDue } from './ChangeDue.tsx';
import { useTill } from './tillContext.ts';

/** Says that the sale is made, and goes back to the cart after 2.5 seconds. */
export const SuccessStep = () => {
  const { startNextSale, lastSale } = useTill();
  useEffect(() => {
    const timer = setTimeout(startNextSale, posSuccessMs);
    return () => clearTimeout(timer);
  }, [startNextSale]);
  return (
    <Paper variant="outlined" sx={{ display: 'grid', justifyItems: 'center', gap: 1, px: 3, py: { xs: 6, md: 10 }, textAlign: 'center' }}>
      <CheckCircleOutlined aria-hidden="true" sx={{ fontSize: 64, color: 'success.main' }} />
      <Box role="status">
        <Typography variant="h1" component="h2">
          Payment Successful!
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 0.5 }}>
          Transaction completed successfully.
        </Typography>
        {lastSale && <ChangeDue sale={lastSale} />}
      </Box>
      <Button variant="contained" autoFocus onClick={startNextSale} sx={{ mt: 2 }}>
        Next Customer
      </Button>
    </Paper>
  );
};
