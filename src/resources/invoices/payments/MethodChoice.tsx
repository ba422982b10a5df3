import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import CallSplit from '@mui/icons-material/CallSplit';
import CreditCard from '@mui/icons-material/CreditCard';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { ReactNode } from 'react';
import { cardMethod, paymentMethodRules, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';

type Choice = PaymentMethod | 'saved' | 'split';

interface MethodChoiceProps<M> {
  methods: readonly M[];
  method: M;
  disabled?: boolean;
  onPick: (method: M) => void;
}

export const MethodChoice = <M extends Choice>({ methods, method, disabled = false, onPick }: MethodChoiceProps<M>) => {
  const hasSaved = methods.some((value) => value === 'saved');
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      color="primary"
      aria-label="Payment method"
      disabled={disabled}
      value={method}
      onChange={(_event, next: M | null) => next && onPick(next)}
      sx={methods.length > 3 ? { '& svg': { display: { xs: 'none', sm: 'block' } } } : undefined}
    >
      {methods.map((value) => (
        <ToggleButton key={value} value={value} sx={{ gap: 1 }}>
          {icons[value]} {toLabel(value, hasSaved)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};

function toLabel(method: Choice, hasSaved: boolean): string {
  if (method === 'split') return 'Split';
  if (method === 'saved') return 'Saved card';
  return method === cardMethod && hasSaved ? 'New card' : paymentMethodRules[method].label;
}

const icons: Record<Choice, ReactNode> = {
  cash: <PaymentsOutlined fontSize="small" />,
  saved: <CreditCard fontSize="small" />,
  card: <CreditCard fontSize="small" />,
  other: <AccountBalanceOutlined fontSize="small" />,
  split: <CallSplit fontSize="small" />,
};
