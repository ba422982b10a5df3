import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { formatCents, toCents } from '#domain/rules/money.ts';
import { CashChange } from './CashChange.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { quickAmounts } from './quickAmounts.ts';
import { useTill } from './tillContext.ts';
import { useCashSale } from './useCashSale.ts';

/** Spec §2: cash. What was handed over may be typed, so that the change is shown; one press completes without it. */
export const CashPayment = ({ onBack }: { onBack: () => void }) => {
  const { totals } = useTill();
  const [typed, setTyped] = useState('');
  const { complete, isBusy, error } = useCashSale();
  const receivedCents = centsOf(typed);
  const isShort = receivedCents !== null && receivedCents < totals.total;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const submit = () => {
    if (!isShort) void complete(receivedCents);
  };
  return (
    <Box component="form" noValidate onSubmit={(event) => (event.preventDefault(), submit())} sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="info" role="note">
        Cash payment will be processed immediately.
      </Alert>
      <TextField
        label="Cash received (optional)"
        value={typed}
        onChange={(event) => setTyped(event.target.value.replaceAll(/[^\d.]/g, '').slice(0, 10))}
        error={isShort}
        slotProps={{
          htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
          input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
        }}
        sx={{ maxWidth: 280 }}
      />
      <Box role="group" aria-label="Quick amounts" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {quickAmounts(totals.total).map((cents) => (
          <Button key={cents} variant="outlined" color="inherit" className="tabular" onClick={() => setTyped((cents / 100).toFixed(2))}>
            {formatCents(cents)}
          </Button>
        ))}
      </Box>
      <CashChange receivedCents={receivedCents} totalCents={totals.total} />
      <PaymentActions ref={button} label="Complete Sale" error={error} isBusy={isBusy} isBlocked={isShort} onBack={onBack} onGo={submit} />
    </Box>
  );
};

/** Null for what is no amount yet. */
const centsOf = (typed: string) => (/^\d+(\.\d{0,2})?$/.test(typed) ? toCents(typed) : null);
