import Box from '@mui/material/Box';
import { formatCents } from '#domain/rules/money.ts';
import { percentLabel } from '#domain/rules/taxRate.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useTill } from './tillContext.ts';

/** Subtotal, the tax with its percentage where there is any, and Total. */
export const CartTotals = () => {
  const { totals } = useTill();
  const { salesTaxRate } = useSelectedLocation();
  return (
    <Box component="dl" aria-label="Summary" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 0.75, m: 0, pt: 1.5, '& dd': { m: 0, textAlign: 'right' } }}>
      <dt>Subtotal</dt>
      <dd className="tabular">{formatCents(totals.subtotal)}</dd>
      {totals.tax > 0 && (
        <>
          <dt>Tax ({percentLabel(salesTaxRate)})</dt>
          <dd className="tabular">{formatCents(totals.tax)}</dd>
        </>
      )}
      <Box component="dt" sx={{ fontWeight: 650, fontSize: '1.0625rem' }}>
        Total
      </Box>
      <Box component="dd" className="tabular" sx={{ fontWeight: 650, fontSize: '1.0625rem' }}>
        {formatCents(totals.total)}
      </Box>
    </Box>
  );
};
