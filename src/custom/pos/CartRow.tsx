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
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1, rowGap: 0.5, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>{item.name}</Box>
      <Box className="tabular" sx={{ fontWeight: 600, textAlign: 'right' }}>
        {formatCents(lineTotalCents(line))}
      </Box>
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ alignSelf: 'center' }}>
        {formatMoney(item.price)} each{isFixed && <Box component="span"> · Quantity {quantity.toLocaleString('en-US')}</Box>}
      </Typography>
      {!isFixed && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <QuantityStepper line={line} />
          <IconButton size="small" edge="end" aria-label={`Remove ${item.name}`} onClick={() => remove(item.id)}>
            <DeleteOutline fontSize="small" />
          </IconButton>
        </Box>
      )}
      {limit && !isFixed && (
        <Typography component="output" variant="caption" sx={{ gridColumn: '1 / -1', color: 'warning.main' }}>
          {limit}
        </Typography>
      )}
    </Box>
  );
};
