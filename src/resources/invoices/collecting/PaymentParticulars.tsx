import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useGetOne } from 'react-admin';
import type { InvoicePaymentBody } from '#domain/contract/invoices-payments.ts';
import { formatCents, fromCents } from '#domain/rules/money.ts';
import { amountUnclear, centsFromText } from '#domain/rules/moneyText.ts';
import { ErrorState } from '#src/custom/ui/EmptyState.tsx';
import { SkeletonBlock } from '#src/custom/ui/SkeletonBlock.tsx';
import type { SettingsRecord } from '#src/dataProvider/settings.ts';

/** What a payment says beside its amount. */
export type Particulars = Pick<InvoicePaymentBody, 'tendered' | 'otherMethod' | 'reference'> | 'incomplete';

interface FieldsProps {
  onChange: (particulars: Particulars) => void;
}

/** What was handed over is optional, and shows the change. */
export const CashFields = ({ cents, currency, onChange }: FieldsProps & { cents: number | undefined; currency: string }) => {
  const [typed, setTyped] = useState('');
  const received = centsFromText(typed);
  const isShort = received !== undefined && cents !== undefined && received < cents;
  const isUnclear = typed.trim() !== '' && received === undefined;
  const type = (text: string) => {
    setTyped(text);
    const given = centsFromText(text);
    if (text.trim() === '') onChange({});
    else onChange(given === undefined || cents === undefined || given < cents ? 'incomplete' : { tendered: fromCents(given) });
  };
  // Another amount begins with the field empty.
  const tell = useRef(onChange);
  useEffect(() => tell.current({}), []);
  return (
    <>
      <TextField
        label="Cash received (optional)"
        value={typed}
        onChange={(event) => type(event.target.value)}
        error={isShort || isUnclear}
        helperText={isUnclear && amountUnclear}
        slotProps={{
          htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 16 },
          input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
        }}
      />
      <Box component="output" className="tabular" sx={{ minHeight: 28, fontSize: '1.0625rem', fontWeight: 650, color: isShort ? 'error.main' : 'text.primary' }}>
        {received !== undefined && cents !== undefined && (isShort ? `Short by ${formatCents(cents - received, currency)}` : `Change ${formatCents(received - cents, currency)}`)}
      </Box>
    </>
  );
};

/** A method by its name in the company's settings, and its number. */
export const OtherFields = ({ companyId, onChange }: FieldsProps & { companyId: string | undefined }) => {
  const { data, error, isPending, refetch } = useGetOne<SettingsRecord>('settings', { id: companyId ?? '' }, { enabled: companyId !== undefined });
  const methods = data?.payments.otherMethods ?? [];
  const [chosen, setChosen] = useState<string>();
  const [reference, setReference] = useState('');
  const method = chosen ?? methods[0];
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    const number = reference.trim();
    tell.current({ ...(method && { otherMethod: method }), ...(number && { reference: number }) });
  }, [method, reference]);
  if (error) return <ErrorState text="Failed to load the payment methods" onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonBlock lines={2} />;
  return (
    <>
      {method !== undefined && (
        <TextField select label="Method" value={method} onChange={(event) => setChosen(event.target.value)}>
          {methods.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        label="Reference (optional)"
        value={reference}
        onChange={(event) => setReference(event.target.value)}
        helperText="Such as the number of the check"
        slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' } }}
      />
    </>
  );
};
