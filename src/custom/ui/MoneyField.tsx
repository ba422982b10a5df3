import Box from '@mui/material/Box';
import { formatMoney } from '#domain/rules/money.ts';
import type { Severity } from '#domain/rules/severity.ts';

/** An amount of the wire's dollars, '$1,234.50', its digits one below the other in a column. */
export const MoneyField = ({ amount, currency, severity }: { amount: number; currency?: string; severity?: Exclude<Severity, 'neutral'> }) => (
  <Box component="span" className="tabular" sx={severity ? { color: `${severity}.main`, fontWeight: 600 } : undefined}>
    {formatMoney(amount, currency?.toUpperCase())}
  </Box>
);
