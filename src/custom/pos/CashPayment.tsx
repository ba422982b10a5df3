import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { formatCents } from '#domain/rules/money.ts';
import { amountUnclear, centsFromText } from '#domain/rules/moneyText.ts';
import { useAsyncLock } from '#src/custom/payments/useAsyncLock.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { PaymentActions } from './PaymentActions.tsx';
import { useFinishSale, useRefusedSale } from './useSaleOutcome.ts';
import { useTill } from './useTillState.ts';

/** Cash. The amount received is optional and shows the change. */
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

/** The change, or the amount that is missing. */
const CashChange = ({ receivedCents, totalCents }: { receivedCents: number | null; totalCents: number }) => {
  const change = receivedCents === null ? null : receivedCents - totalCents;
  return (
    <Box component="output" className="tabular" sx={{ minHeight: 28, fontSize: '1.0625rem', fontWeight: 650, color: change !== null && change < 0 ? 'error.main' : 'text.primary' }}>
      {change !== null && (change < 0 ? `Short by ${formatCents(-change)}` : `Change ${formatCents(change)}`)}
    </Box>
  );
};

const fallback = 'Failed to process purchase';

/** Sells the cart for cash, once a press. Where the answer is lost, the next press asks for the same sale again. */
const useCashSale = () => {
  const { openAttempt, dropAttempt } = useTill();
  const data = useAppDataProvider();
  const finish = useFinishSale();
  const explainRefusal = useRefusedSale();
  const { withLock, isBusy } = useAsyncLock();
  const [error, setError] = useState<string>();

  const complete = (receivedCents: number | null) =>
    withLock(async () => {
      const opened = openAttempt(receivedCents);
      if (!opened) return;
      const { attempt, wasSent } = opened;
      setError(undefined);
      const sent = await sendAttempt({
        send: () => data.sellItems(attempt.body, attempt.key),
        ask: () => data.purchaseOutcome(attempt.key),
        wasSent,
      });
      if (sent.status === 'answered') finish(attempt, sent.answer.invoice);
      if (sent.status === 'completed') finish(attempt, sent.invoice);
      if (sent.status === 'refused') {
        dropAttempt(attempt);
        setError(await explainRefusal(sent.error, fallback));
      }
      if (sent.status === 'unknown') setError(messageFrom(sent.error, fallback));
    });
  return { complete, isBusy, error };
};

const notes = [100, 500, 1000, 2000, 5000, 10_000] as const;

/** The amounts a customer is likely to pay with: the exact total and the next round amounts, in cents. */
function quickAmounts(totalCents: number): number[] {
  const rounded = notes.map((note) => Math.ceil(totalCents / note) * note);
  return [...new Set([totalCents, ...rounded])].toSorted((a, b) => a - b).slice(0, 5);
}
