import CreditCard from '@mui/icons-material/CreditCard';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { PaymentMethod } from '#domain/rules/paymentStatus.ts';
import { ChosenContact } from '#src/custom/ui/ChosenContact.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { SkeletonBlock } from '#src/custom/ui/SkeletonBlock.tsx';
import { CardPayment } from './CardPayment.tsx';
import { CashPayment } from './CashPayment.tsx';
import { keys } from './shortcuts.ts';
import { useLeaveSale } from './useLeaveSale.tsx';
import { useResumedSale } from './useResumedSale.ts';
import { useShortcuts } from './useShortcuts.ts';
import { useTill } from './tillContext.ts';

/** Cash or Card. An attempt whose outcome nobody knows yet is not left without a question. */
export const PaymentStep = () => {
  const { contact, method, setMethod, toCart } = useTill();
  const { leave, dialog } = useLeaveSale();
  const { isAsking, note } = useResumedSale();
  const pick = (next: PaymentMethod | null) => {
    if (next && next !== method) void leave(() => setMethod(next));
  };
  const back = () => void leave(toCart);
  useShortcuts({ [keys.cash]: () => pick('cash'), [keys.card]: () => pick('card'), [keys.back]: back });
  return (
    <Section title="Payment">
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {contact && <ChosenContact contact={contact} />}
        <ToggleButtonGroup exclusive fullWidth color="primary" aria-label="Payment method" value={method} onChange={(_event, next: PaymentMethod | null) => pick(next)}>
          <ToggleButton value="cash" sx={{ gap: 1 }}>
            <PaymentsOutlined fontSize="small" /> Cash
          </ToggleButton>
          <ToggleButton value="card" sx={{ gap: 1 }}>
            <CreditCard fontSize="small" /> Card
          </ToggleButton>
        </ToggleButtonGroup>
        {note && <Alert severity="warning">{note}</Alert>}
        {isAsking && <SkeletonBlock lines={2} />}
        {!isAsking && (method === 'cash' ? <CashPayment onBack={back} /> : <CardPayment onBack={back} onUseCash={() => pick('cash')} />)}
      </Box>
      {dialog}
    </Section>
  );
};
