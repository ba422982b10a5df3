import Add from '@mui/icons-material/Add';
import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Remove from '@mui/icons-material/Remove';
import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import { Alert, Box, Button, IconButton, InputBase, Typography } from '@mui/material';
import { useState } from 'react';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { formatCents, formatMoney, sum } from '#domain/shared/money.ts';
import { percentLabel } from '#domain/shared/percent.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { Section } from '#src/ui/Section.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { isAtMaxQuantity, lineDiscountCents, lineTotalCents, type CartLine } from './cart.ts';
import { keys, useShortcuts } from './shortcuts.ts';
import { DiscountButton, discountLabel } from './DiscountButton.tsx';
import { LastSaleStrip } from './LastSale.tsx';
import { ParkedSales } from './ParkedSales.tsx';
import { belowItems, besideItems } from './tillSizes.ts';
import { lineLimit, piecesText } from './tillState.ts';
import { useTill } from './useTillState.ts';

/** In a narrow cart beside the items and on the narrowest phones, a line's controls have a row of their own. */
const ownRow = {
  [`${besideItems} and (max-width: 859px)`]: { gridColumn: '1 / -1', justifySelf: 'end' },
  '@media (max-width: 359.95px)': { gridColumn: '1 / -1', justifySelf: 'end' },
} as const;

export const CartPanel = () => {
  const { cart, contact, step, toPayment, isAwaitingScans } = useTill();
  const isPhone = useIsPhone();
  const isCart = step === 'cart';
  const go = () => {
    applyTyped();
    void toPayment();
  };
  useShortcuts({ ...(isCart && { [keys.go]: go }) });
  return (
    <Section title="Cart" text={cart.length > 0 ? cartPiecesText(cart) : undefined} actions={<ParkedSales />}>
      {(isCart || !isPhone) && <CartChanges />}
      {cart.length === 0 ? <EmptyCart /> : <CartLines />}
      <Box sx={foot}>
        {cart.length > 0 && <CartTotals />}
        {isCart && (
          <Button
            fullWidth
            size="large"
            variant="contained"
            disabled={!contact || cart.length === 0}
            loading={isAwaitingScans}
            onClick={go}
            sx={{ mt: 1.25, ...(cart.length === 0 ? besideItemsOnly : outlinedBelowItems) }}
          >
            {contact ? 'Proceed to Payment' : 'Select a customer first'}
          </Button>
        )}
      </Box>
    </Section>
  );
};

/** The bar at the lower edge of a narrow screen has the one filled button. */
const outlinedBelowItems = {
  [belowItems]: {
    '&:not(.Mui-disabled)': {
      bgcolor: 'background.paper',
      color: 'primary.main',
      boxShadow: 'inset 0 0 0 1px var(--mui-palette-grey-400)',
    },
  },
} as const;

/** Below the items, the bar offers the next step as soon as there is one. */
const besideItemsOnly = { [belowItems]: { display: 'none' } } as const;

/** Beside the items, total and button stay in sight below however many lines. */
const foot = {
  [besideItems]: {
    '@media (min-height: 640px)': {
      position: 'sticky',
      bottom: 0,
      zIndex: 1,
      mx: -2,
      px: 2,
      mb: -2.5,
      pb: 1.25,
      bgcolor: 'background.paper',
      borderRadius: '0 0 12px 12px',
    },
  },
} as const;

/** A quantity applies when its field loses the focus. A shortcut, or a tap on a phone, does not move the focus. */
const applyTyped = () => {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement) activeElement.blur();
};

const CartLines = () => {
  const { cart } = useTill();
  return (
    <Box
      component="ul"
      aria-label="Cart items"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        // What gets the focus is not under the foot.
        [besideItems]: { '& :is(button, input)': { scrollMarginBottom: 180 } },
      }}
    >
      {cart.map((line) => (
        <CartRow key={line.item.id} line={line} />
      ))}
    </Box>
  );
};

/** Said where it is paid: on a phone the cart is far below the payment. */
export const CartChanges = () => {
  const { changes = [], dismissChanges } = useTill();
  if (changes.length === 0) return null;
  return (
    <Alert severity="warning" onClose={dismissChanges} sx={{ mb: 1 }}>
      {changes.map((change) => (
        <div key={change}>{change}</div>
      ))}
    </Alert>
  );
};

/** After a sale it says what was sold, and nothing else on the screen moves. */
const EmptyCart = () => (
  <>
    <LastSaleStrip />
    <NothingInCart />
  </>
);

const NothingInCart = () => (
  <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 3, color: 'text.secondary' }}>
    <ShoppingCartOutlined aria-hidden="true" />
    <Typography>The cart is empty</Typography>
  </Box>
);

const CartRow = ({ line }: { line: CartLine<SalesItem> }) => {
  const { step, remove } = useTill();
  const { item, quantity } = line;
  const limit = lineLimit(line);
  const isFixed = step === 'payment';
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto auto',
        columnGap: 1,
        py: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ gridColumn: 'span 2', minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>{item.name}</Box>
      <Box className="tabular" sx={{ fontWeight: 600, textAlign: 'right' }}>
        {formatCents(lineTotalCents(line))}
      </Box>
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ alignSelf: 'center' }}>
        {formatMoney(item.price)} each
        {isFixed && <Box component="span"> · Quantity {quantity.toLocaleString('en-US')}</Box>}
      </Typography>
      {!isFixed && (
        <Box sx={{ gridColumn: 'span 2', display: 'flex', alignItems: 'center', gap: 0.5, ...ownRow }}>
          <DiscountButton itemId={item.id} label={`Discount on ${item.name}`} />
          <QuantityStepper line={line} />
          <IconButton size="small" edge="end" aria-label={`Remove ${item.name}`} onClick={() => remove(item.id)}>
            <DeleteOutline fontSize="small" />
          </IconButton>
        </Box>
      )}
      {line.discount && (
        <Typography variant="body2" className="tabular" sx={{ gridColumn: '1 / -1', color: 'success.main' }}>
          {discountLabel(line.discount)} {formatCents(-lineDiscountCents(line))}
        </Typography>
      )}
      {limit && !isFixed && (
        <Typography component="output" variant="caption" sx={{ gridColumn: '1 / -1', color: 'warning.main' }}>
          {limit}
        </Typography>
      )}
    </Box>
  );
};

/** Minus, the number, plus. A number can be typed as well; zero removes the line. */
const QuantityStepper = ({ line }: { line: CartLine<SalesItem> }) => {
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
        slotProps={{
          input: {
            inputMode: 'numeric',
            'aria-label': `Quantity of ${item.name}`,
            style: { textAlign: 'center', padding: 0, height: '100%' },
          },
        }}
        sx={{
          width: 44,
          alignSelf: 'stretch',
          borderRadius: 1,
          '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main' },
        }}
      />
      <IconButton
        size="small"
        aria-label={`Increase ${item.name}`}
        disabled={isAtMaxQuantity(line)}
        onClick={() => setQuantity(item.id, quantity + 1)}
      >
        <Add fontSize="small" />
      </IconButton>
    </Box>
  );
};

const CartTotals = () => {
  const { totals, discount, step } = useTill();
  const { salesTaxRate } = useSelectedLocation();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 2, pt: 1 }}>
      {step === 'cart' && (
        <Box sx={{ ml: -0.5 }}>
          <DiscountButton itemId={null} label={discount ? 'Change discount' : 'Add discount'} />
        </Box>
      )}
      <Box
        component="dl"
        aria-label="Summary"
        sx={{
          flex: '1 1 170px',
          display: 'grid',
          gridTemplateColumns: '1fr auto',
          rowGap: 0.25,
          m: 0,
          pt: 0.5,
          '& dd': { m: 0, textAlign: 'right' },
        }}
      >
        {discount && (
          <>
            <dt>{discountLabel(discount)}</dt>
            <dd className="tabular">{formatCents(-totals.saleDiscount)}</dd>
          </>
        )}
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
    </Box>
  );
};

export const cartPiecesText = (cart: readonly { readonly quantity: number }[]): string =>
  piecesText(sum(cart.map(({ quantity }) => quantity)));
