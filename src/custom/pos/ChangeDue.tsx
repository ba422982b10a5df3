import Typography from '@mui/material/Typography';
import { formatCents, formatMoney, toCents } from '#domain/rules/money.ts';
import type { LastSale } from '#src/custom/payments/lastSale.ts';

/** What a sale came to, and what goes back of the cash that was handed over. */
export const ChangeDue = ({ sale: { invoice, receivedCents } }: { sale: LastSale }) => {
  const change = receivedCents === null ? null : receivedCents - toCents(invoice.total);
  return (
    <Typography className="tabular" sx={{ fontWeight: 600, mt: 0.5 }}>
      Total {formatMoney(invoice.total)}
      {change !== null && (change < 0 ? ` · Short by ${formatCents(-change)}` : ` · Change ${formatCents(change)}`)}
    </Typography>
  );
};
