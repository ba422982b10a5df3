import PrintOutlined from '@mui/icons-material/PrintOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { can } from '#domain/rules/access.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { ChangeDue } from './ChangeDue.tsx';
import { ReceiptPrint } from '#src/custom/payments/ReceiptPrint.tsx';
import { keys } from './shortcuts.ts';
import type { LastSale } from '#src/custom/payments/lastSale.ts';
import { useTill } from './tillContext.ts';
import { useShortcuts } from './useShortcuts.ts';

/** The sale before, at hand until the next item: its change, its receipt, its invoice. */
export const LastSaleStrip = () => {
  const { lastSale } = useTill();
  return lastSale && <Strip sale={lastSale} />;
};

const Strip = ({ sale }: { sale: LastSale }) => {
  const { level } = useLocationScope();
  const [isPrinting, setPrinting] = useState(false);
  const print = () => setPrinting(true);
  useShortcuts({ [keys.print]: print });
  return (
    <Paper
      component="section"
      aria-label="Last sale"
      variant="outlined"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: { xs: 2, md: 2.5 }, py: 1.25, bgcolor: 'success.light', borderColor: 'success.main' }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          Last sale: {sale.customer} · {sale.method === 'cash' ? 'Cash' : 'Card'}
        </Typography>
        <ChangeDue sale={sale} />
      </Box>
      <Button color="inherit" startIcon={<PrintOutlined />} onClick={print}>
        Print Receipt
      </Button>
      {level && can(level, 'invoices') && (
        <Button color="inherit" startIcon={<ReceiptLongOutlined />} component={Link} to={paths.invoices.show(sale.invoice.id)}>
          View Invoice
        </Button>
      )}
      {isPrinting && <ReceiptPrint sale={sale} onDone={() => setPrinting(false)} />}
    </Paper>
  );
};
