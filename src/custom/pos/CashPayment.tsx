import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { formatCents } from '#domain/rules/money.ts';
import { amountUnclear, centsFromText } from '#domain/rules/moneyText.ts';
import { CashChange } from './CashChange.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { quickAmounts } from './quickAmounts.ts';
import { useTill } from './tillContext.ts';
import { useCashSale } from './useCashSale.ts';

/** Cash. What was handed over may be typed, so that the change is shown; one press completes without it. */
export const CashPayment = ({ onBack }: { onBack: () => void }) => {
  const { totals, attempt } = useTill();
  const [typed, setTyped] = useState(() => textOf(attempt?.receivedCents));
  const { complete, isBusy, error } = useCashSale();
  const receivedCents = typed.trim() === '' ? null : centsFromText(typed);
  const isUnclear = receivedCents === undefined;
  const isShort = typeof receivedCents === 'number' && receivedCents < totals.total;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const submit = () => {
    if (!isShort && !isUnclear) void complete(receivedCents);
  };
  return (
    <Box component="form" noValidate onSubmit={(event) => (event.preventDefault(), submit())} sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="info" role="note">
        Cash payment will be processed immediately.
      </Alert>
      <TextField
        label="Cash received (optional)"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isShort || isUnclear}
        helperText={isUnclear && amountUnclear}
        slotProps={{
          htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 16 },
          input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
        }}
        sx={{ maxWidth: 280 }}
      />
      <Box role="group" aria-label="Quick amounts" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {quickAmounts(totals.total).map((cents) => (
          <Button key={cents} variant="outlined" color="inherit" className="tabular" onClick={() => setTyped(textOf(cents))}>
            {formatCents(cents)}
          </Button>
        ))}
      </Box>
      <CashChange receivedCents={receivedCents ?? null} totalCents={totals.total} />
      <PaymentActions ref={button} label="Complete Sale" error={error} isBusy={isBusy} isBlocked={isShort || isUnclear} onBack={onBack} onGo={submit} />
    </Box>
  );
};

const textOf = (cents: number | null | undefined) => (typeof cents === 'number' ? (cents / 100).toFixed(2) : '');
