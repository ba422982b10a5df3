import {
  Autocomplete,
  Box,
  Button,
  DialogActions,
  DialogContent,
  InputAdornment,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { discount as discountSchema, type Discount } from '#domain/pos/contract.ts';
import { discountLimit, discountReasons, isWithinLimit, limitText, toDiscountTerms } from '#domain/pos/discounts.ts';
import { discountReasonMaxLength } from '#domain/shared/limits.ts';
import { formatCents } from '#domain/shared/money.ts';
import { numberFromText } from '#src/ui/forms/moneyText.ts';
import { useLocationScope, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { useSettings } from '#src/dataProvider/settings.ts';
import { cartTotals, discountableLine, setDiscount } from './cart.ts';
import { useTill } from './useTillState.ts';

export const DiscountDialog = ({ itemId, onClose }: { itemId: string | null; onClose: () => void }) => {
  const { cart, discount: onSale, setDiscount: apply } = useTill();
  const line = cart.find(({ item }) => item.id === itemId);
  const given = itemId === null ? onSale : line?.discount;
  const entry = useDiscountEntry(given);
  const limit = useDiscountLimit();
  const check = useLimitCheck(itemId, limit);
  const [problems, setProblems] = useState<Problems>({});
  const { salesTaxRate } = useSelectedLocation();

  const submit = () => {
    const { discount, problems: found } = entry.read();
    const refusal = discount && check(discount);
    const all = refusal ? { ...found, value: refusal } : found;
    setProblems(all);
    if (!discount || refusal) return;
    apply(itemId, discount);
    onClose();
  };
  const remove = () => {
    apply(itemId, undefined);
    onClose();
  };
  const preview = entry.read().discount;
  const after =
    preview &&
    cartTotals(
      itemId === null ? cart : setDiscount(cart, itemId, preview),
      salesTaxRate,
      itemId === null ? preview : onSale,
    );
  return (
    <TitledDialog
      title={line ? `Discount on ${line.item.name}` : 'Discount on the Sale'}
      onClose={onClose}
      maxWidth="xs"
    >
      <form noValidate onSubmit={(event) => (event.preventDefault(), submit())}>
        <DialogContent sx={{ display: 'grid', gap: 2.5, pt: '8px !important' }}>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: 1.5, alignItems: 'start' }}>
            <ToggleButtonGroup
              exclusive
              color="primary"
              aria-label="Discount type"
              value={entry.kind}
              onChange={(_event, kind: Kind | null) => kind && entry.setKind(kind)}
            >
              <ToggleButton value="percent" aria-label="Percent" sx={{ px: 2, height: 40, mt: '22px' }}>
                %
              </ToggleButton>
              <ToggleButton value="amount" aria-label="Amount" sx={{ px: 2, height: 40, mt: '22px' }}>
                $
              </ToggleButton>
            </ToggleButtonGroup>
            <TextField
              label={entry.kind === 'percent' ? 'Percent off' : 'Amount off'}
              autoFocus
              value={entry.typed}
              onChange={(event) => entry.setTyped(event.target.value)}
              error={problems.value !== undefined}
              helperText={
                problems.value ??
                (limit !== undefined && limit < 100 ? `Up to ${limit}% at your access level` : undefined)
              }
              slotProps={{
                htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 12 },
                input: {
                  endAdornment: <InputAdornment position="end">{entry.kind === 'percent' ? '%' : '$'}</InputAdornment>,
                },
              }}
            />
          </Box>
          <Autocomplete
            freeSolo
            options={[...discountReasons]}
            inputValue={entry.reason}
            onInputChange={(_event, reason) => entry.setReason(reason)}
            renderInput={(params) => (
              <TextField
                {...params}
                label="Reason"
                error={problems.reason !== undefined}
                helperText={problems.reason}
                slotProps={{
                  ...params.slotProps,
                  htmlInput: { ...params.slotProps.htmlInput, maxLength: discountReasonMaxLength },
                }}
              />
            )}
          />
          {after && (
            <Typography component="output" className="tabular" color="textSecondary">
              Total with this discount {formatCents(after.total)}
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          {given && (
            <Button color="error" onClick={remove} sx={{ mr: 'auto' }}>
              Remove discount
            </Button>
          )}
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained">
            Apply
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
};

type Kind = 'percent' | 'amount';
interface Problems {
  readonly value?: string | undefined;
  readonly reason?: string | undefined;
}

const useDiscountEntry = (given: Discount | undefined) => {
  const [kind, setKind] = useState<Kind>(given?.amount === undefined ? 'percent' : 'amount');
  const [typed, setTyped] = useState(() => String(given?.percent ?? given?.amount ?? ''));
  const [reason, setReason] = useState(given?.reason ?? '');
  const read = (): { discount?: Discount; problems: Problems } => {
    const { data, error } = discountSchema.safeParse({ [kind]: numberFromText(typed), reason });
    if (data) return { discount: data, problems: {} };
    const problemAt = (isAt: (field: unknown) => boolean) => error.issues.find(({ path }) => isAt(path[0]))?.message;
    return {
      problems: { value: problemAt((field) => field !== 'reason'), reason: problemAt((field) => field === 'reason') },
    };
  };
  return { kind, setKind, typed, setTyped, reason, setReason, read };
};

/** The highest discount that the user's level allows here, in percent; undefined until the settings have loaded. */
const useDiscountLimit = (): number | undefined => {
  const { level } = useLocationScope();
  const { companyId } = useSelectedLocation();
  const { data } = useSettings(companyId);
  return level && data ? discountLimit(level, data.payments) : undefined;
};

/** Why the sale may not have this discount. Until the settings have loaded, the server decides. */
const useLimitCheck = (itemId: string | null, limit: number | undefined) => {
  const { cart, discount: onSale } = useTill();
  return (discount: Discount): string | undefined => {
    if (limit === undefined) return undefined;
    const lines = (itemId === null ? cart : setDiscount(cart, itemId, discount)).map(discountableLine);
    return isWithinLimit(lines, toDiscountTerms(itemId === null ? discount : onSale), limit)
      ? undefined
      : limitText(limit);
  };
};
