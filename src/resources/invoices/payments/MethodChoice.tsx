import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import CreditCard from '@mui/icons-material/CreditCard';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { paymentMethodRules } from '#domain/invoices/paymentMethods.ts';

const { cash, card, other } = paymentMethodRules;
const labels = {
  cash: cash.label,
  card: card.label,
  saved: 'Saved Card',
  new: 'New Card',
  other: other.label,
};

interface MethodChoiceProps<M> {
  methods: readonly M[];
  method: M;
  disabled?: boolean;
  onPick: (method: M) => void;
}

/** A card is one method, or two where one is saved. */
export const MethodChoice = <M extends keyof typeof labels>({
  methods,
  method,
  disabled = false,
  onPick,
}: MethodChoiceProps<M>) => (
  <ToggleButtonGroup
    exclusive
    fullWidth
    color="primary"
    aria-label="Payment method"
    disabled={disabled}
    value={method}
    onChange={(_event, next: M | null) => next && onPick(next)}
  >
    {methods.map((value) => (
      <ToggleButton key={value} value={value} sx={{ gap: 1 }}>
        {icons[value]} {labels[value]}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);

const cardIcon = <CreditCard fontSize="small" />;
const icons = {
  cash: <PaymentsOutlined fontSize="small" />,
  card: cardIcon,
  saved: cardIcon,
  new: cardIcon,
  other: <AccountBalanceOutlined fontSize="small" />,
};
