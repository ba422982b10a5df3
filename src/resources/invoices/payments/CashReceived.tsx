import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { toCashRounding, type CashRounding } from '#domain/invoices/cashRounding.ts';
import { amountUnclear, formatCents } from '#domain/shared/money.ts';
import { NoDrawerNotice } from '#src/resources/drawers/NoDrawerNotice.tsx';
import { MoneyTextField } from '#src/ui/forms/MoneyTextField.tsx';
import { centsFromText } from '#src/ui/forms/moneyText.ts';

interface CashOptions {
  readonly initialCents?: number | null | undefined;
  /** The coin to which the total is rounded, in cents. */
  readonly step?: CashRounding | undefined;
}

/** The cash that the customer hands over. Optional; null while nothing is typed. */
export const useCashReceived = (exactCents: number, { initialCents, step = 0 }: CashOptions = {}) => {
  const totalCents = exactCents + toCashRounding(exactCents, step);
  const [typed, setTyped] = useState(() => toText(initialCents));
  const parsed = typed.trim() === '' ? null : centsFromText(typed);
  const isUnclear = parsed === undefined;
  const receivedCents = parsed ?? null;
  const isShort = receivedCents !== null && receivedCents < totalCents;
  return {
    exactCents,
    totalCents,
    typed,
    setTyped,
    receivedCents,
    isUnclear,
    isShort,
    isBlocked: isShort || isUnclear,
  };
};

interface CashReceivedProps {
  cash: ReturnType<typeof useCashReceived>;
  /** Whose drawer gets the cash. */
  locationId: string | null;
  /** Said before anything is typed, in one place with what is said of the drawer. */
  note?: string;
}

export const CashReceived = ({
  cash: { exactCents, totalCents, typed, setTyped, receivedCents, isUnclear, isShort },
  locationId,
  note,
}: CashReceivedProps) => (
  <>
    {locationId && <NoDrawerNotice locationId={locationId} note={note} />}
    {totalCents !== exactCents && (
      <Typography className="tabular">
        Cash total {formatCents(totalCents)}, rounded from {formatCents(exactCents)}
      </Typography>
    )}
    <MoneyTextField
      label="Cash received (optional)"
      value={typed}
      onType={setTyped}
      error={isShort || isUnclear}
      helperText={isUnclear && amountUnclear}
      sx={{ maxWidth: { sm: 280 } }}
    />
    <Box role="group" aria-label="Quick amounts" sx={quickRow}>
      {quickAmounts(totalCents).map((cents) => (
        <Button key={cents} variant="outlined" className="tabular" onClick={() => setTyped(toText(cents))}>
          {formatCents(cents)}
        </Button>
      ))}
    </Box>
    <CashChange receivedCents={receivedCents} totalCents={totalCents} />
  </>
);

/** One line where it fits, else three and then two, or two and two, so that none is alone. */
const quickRow = {
  containerType: 'inline-size',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  maxWidth: { sm: 560 },
  '& > *': { flex: '1 1 0', px: 1 },
  '@container (max-width: 459.95px)': {
    '& > *': { flexBasis: 'calc((100% - 16px) / 3)' },
    '& > :first-of-type:nth-last-of-type(4), & > :first-of-type:nth-last-of-type(4) ~ *': {
      flexBasis: 'calc((100% - 8px) / 2)',
    },
  },
} as const;

const toText = (cents: number | null | undefined) => (typeof cents === 'number' ? (cents / 100).toFixed(2) : '');

export const CashChange = ({ receivedCents, totalCents }: { receivedCents: number | null; totalCents: number }) => {
  const change = receivedCents === null ? null : receivedCents - totalCents;
  return (
    <Box
      component="output"
      className="tabular"
      sx={{
        minHeight: 28,
        fontSize: '1.0625rem',
        fontWeight: 650,
        color: change !== null && change < 0 ? 'error.main' : 'text.primary',
      }}
    >
      {change !== null && (change < 0 ? `Short by ${formatCents(-change)}` : `Change ${formatCents(change)}`)}
    </Box>
  );
};

const notes = [100, 500, 1000, 2000, 5000, 10_000] as const;

/** The amounts a customer is likely to pay with: the exact total and the next round amounts, in cents. */
function quickAmounts(totalCents: number): number[] {
  const rounded = notes.map((note) => Math.ceil(totalCents / note) * note);
  return [...new Set([totalCents, ...rounded])].toSorted((a, b) => a - b).slice(0, 5);
}
