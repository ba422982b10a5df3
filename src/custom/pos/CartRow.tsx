import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { lineTotalCents, type CartLine } from '#domain/rules/cart.ts';
import { formatCents, formatMoney } from '#domain/rules/money.ts';
import { QuantityStepper } from './QuantityStepper.tsx';
import { lineLimit } from './tillState.ts';
import { useTill } from './tillContext.ts';

/** One line: name, price each, quantity, line total and the way to take it out. While paying it can only be read. */
export const CartRow = ({ line }: { line: CartLine<SalesItem> }) => {
  const { step, remove } = useTill();
  const { item, quantity } = line;
  const limit = lineLimit(line);
  const isFixed = step === 'payment';
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1, rowGap: 0.75, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{item.name}</Box>
        <Typography variant="body2" color="textSecondary" className="tabular">
          {formatMoney(item.price)} each
        </Typography>
      </Box>
      <Box className="tabular" sx={{ fontWeight: 600, textAlign: 'right' }}>
        {formatCents(lineTotalCents(line))}
      </Box>
      {isFixed ? (
        <Typography variant="body2" color="textSecondary">
          Quantity {quantity.toLocaleString('en-US')}
        </Typography>
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
          <QuantityStepper line={line} />
          {limit && (
            <Typography component="output" variant="caption" sx={{ color: 'warning.main' }}>
              {limit}
            </Typography>
          )}
        </Box>
      )}
      {!isFixed && (
        <IconButton size="small" aria-label={`Remove ${item.name}`} onClick={() => remove(item.id)} sx={{ justifySelf: 'end' }}>
          <DeleteOutline fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};
