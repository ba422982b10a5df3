import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { useState } from 'react';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { isAtMaxQuantity, type CartLine } from '#domain/rules/cart.ts';
import { useTill } from './tillContext.ts';

/** Minus, the number, plus. A number can be typed as well; zero takes the line out. */
export const QuantityStepper = ({ line }: { line: CartLine<SalesItem> }) => {
  const { setQuantity } = useTill();
  const { item, quantity } = line;
  const [typed, setTyped] = useState<string>();
  const apply = () => {
    if (typed !== undefined && /^\d+$/.test(typed)) setQuantity(item.id, Number(typed));
    setTyped(undefined);
  };
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', border: 1, borderColor: 'grey.400', borderRadius: 2 }}>
      <IconButton size="small" aria-label={`Decrease ${item.name}`} onClick={() => setQuantity(item.id, quantity - 1)}>
        <Remove fontSize="small" />
      </IconButton>
      <InputBase
        value={typed ?? String(quantity)}
        onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, '').slice(0, 5))}
        onFocus={(event) => event.target.select()}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
        slotProps={{ input: { inputMode: 'numeric', 'aria-label': `Quantity of ${item.name}`, style: { textAlign: 'center', padding: 0 } } }}
        sx={{ width: 44 }}
      />
      <IconButton size="small" aria-label={`Increase ${item.name}`} disabled={isAtMaxQuantity(line)} onClick={() => setQuantity(item.id, quantity + 1)}>
        <Add fontSize="small" />
      </IconButton>
    </Box>
  );
};
