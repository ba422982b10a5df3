import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import type { PurchasePreview } from '#domain/contract/memberships-purchase.ts';
import { formatMoney } from '#domain/rules/money.ts';

/** What will be charged: the plan, its additional charges, the location's fees, tax and total. */
export const PreviewSheet = ({ preview: { lineItems, subtotal, tax, total } }: { preview: PurchasePreview }) => (
  <Box component="section" aria-labelledby="purchase-summary" sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: '12px', bgcolor: 'grey.100' }}>
    <Typography variant="h3" id="purchase-summary" sx={{ mb: 1 }}>
      Purchase Summary
    </Typography>
    <Box component="dl" sx={columns}>
      {lineItems.map((line, index) => (
        <Fragment key={index}>
          <Box component="dt" sx={{ overflowWrap: 'anywhere' }}>
            {line.name}
            {line.type === 'location_fee' && (
              <Typography component="span" variant="body2" color="textSecondary">
                {' '}
                (Fee)
              </Typography>
            )}
            {line.description && (
              <Typography variant="body2" color="textSecondary">
                {line.description}
              </Typography>
            )}
          </Box>
          <dd className="tabular">{formatMoney(line.total)}</dd>
        </Fragment>
      ))}
    </Box>
    <Box component="dl" sx={{ ...columns, pt: 1, mt: 1, borderTop: 1, borderColor: 'divider' }}>
      <dt>Subtotal</dt>
      <dd className="tabular">{formatMoney(subtotal)}</dd>
      <dt>Tax</dt>
      <dd className="tabular">{formatMoney(tax)}</dd>
      <Box component="dt" sx={{ fontWeight: 650 }}>
        Total
      </Box>
      <Box component="dd" className="tabular" sx={{ fontWeight: 650 }}>
        {formatMoney(total)}
      </Box>
    </Box>
  </Box>
);

const columns = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 2, rowGap: 0.75, m: 0, '& dd': { m: 0, textAlign: 'right' } } as const;
