import Box from '@mui/material/Box';
import { formatMoney } from '#domain/rules/money.ts';
import type { Tone } from '#domain/rules/tone.ts';

/** An amount of the wire's dollars, '$1,234.50', its digits one below the other in a column. */
export const MoneyField = ({ amount, currency, tone }: { amount: number; currency?: string; tone?: Exclude<Tone, 'neutral'> }) => (
  <Box component="span" className="tabular" sx={tone ? { color: `${tone}.main`, fontWeight: 600 } : undefined}>
    {formatMoney(amount, currency?.toUpperCase())}
  </Box>
);
