import Box from '@mui/material/Box';
import { formatCents } from '#domain/rules/money.ts';

/** What goes back to the customer, or what is still missing. */
export const CashChange = ({ receivedCents, totalCents }: { receivedCents: number | null; totalCents: number }) => {
  const change = receivedCents === null ? null : receivedCents - totalCents;
  return (
    <Box component="output" className="tabular" sx={{ minHeight: 28, fontSize: '1.0625rem', fontWeight: 650, color: change !== null && change < 0 ? 'error.main' : 'text.primary' }}>
      {change !== null && (change < 0 ? `Short by ${formatCents(-change)}` : `Change ${formatCents(change)}`)}
    </Box>
  );
};
