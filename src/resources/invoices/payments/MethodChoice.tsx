import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import CreditCard from '@mui/icons-material/CreditCard';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { paymentMethodRules, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';

interface MethodChoiceProps {
  methods: readonly PaymentMethod[];
  method: PaymentMethod;
  disabled?: boolean;
  onPick: (method: PaymentMethod) => void;
}

export const MethodChoice = ({ methods, method, disabled = false, onPick }: MethodChoiceProps) => (
  <ToggleButtonGroup
    exclusive
    fullWidth
    color="primary"
    aria-label="Payment method"
    disabled={disabled}
    value={method}
    onChange={(_event, next: PaymentMethod | null) => next && onPick(next)}
  >
    {methods.map((value) => (
      <ToggleButton key={value} value={value} sx={{ gap: 1 }}>
        {icons[value]} {paymentMethodRules[value].label}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);

const icons = {
  cash: <PaymentsOutlined fontSize="small" />,
  card: <CreditCard fontSize="small" />,
  other: <AccountBalanceOutlined fontSize="small" />,
};
