import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import CreditCard from '@mui/icons-material/CreditCard';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState, type ReactNode } from 'react';
import type { PurchaseTermsForm } from '#domain/contact-memberships/purchaseContract.ts';
import { isTooSmallForCard, tooSmallForCard } from '#domain/invoices/collecting.ts';
import { toCents } from '#domain/shared/money.ts';
import type { PaymentMethod } from '#domain/invoices/paymentStatus.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { useStripeConfig } from '#src/resources/invoices/payments/useStripeConfig.tsx';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DeskPurchase } from './DeskPurchase.tsx';
import { interruptedPurchase } from './purchaseAttempt.ts';
import { notConfigured, usePurchaseDialog, Waiting } from './purchaseContext.tsx';
import { useExistingMemberships, usePreview } from './purchaseData.ts';

/** The second step: loads the Stripe configuration, the plan's price and the contact's memberships, then offers the methods. */
export const PaymentStep = ({ plan, onBack }: { plan: MembershipRow; onBack: () => void }) => {
  const { contact } = usePurchaseDialog();
  const { selected } = useLocationScope();
  const config = useStripeConfig(selected?.companyId);
  const preview = usePreview(plan.id, contact.id);
  const existing = useExistingMemberships(contact.id);
  const interruptedMethod = useInterruptedMethod(contact.id, plan.id);
  const [picked, pick] = useState(interruptedMethod);
  const [terms, keepTerms] = useState<Partial<PurchaseTermsForm>>({});
  const leaving = (content: ReactNode) => <Waiting onBack={onBack}>{content}</Waiting>;

  if (!selected) return leaving(<Alert severity="error">No company found for current user</Alert>);
  if (config.error)
    return leaving(<ErrorState text="Failed to load payment configuration" onRetry={() => void config.refetch()} />);
  if (preview.error)
    return leaving(<ErrorState text="Failed to load purchase details" onRetry={() => void preview.refetch()} />);
  if (config.isPending || preview.isPending || existing.isPending) return leaving(<SkeletonBlock lines={6} />);
  const publishableKey = config.data?.hasStripeKeys ? config.data.stripePublishableKey : null;
  const method = picked ?? (publishableKey ? 'card' : 'cash');
  const head = <MethodChoice isCardFirst={publishableKey !== null} method={method} onPick={pick} />;
  const form = { plan, preview: preview.data, existing: existing.data ?? [], head, terms, keepTerms, onBack };
  if (method !== 'card') return <DeskPurchase key={method} {...form} companyId={selected.companyId} method={method} />;
  const withHead = (content: ReactNode) => (
    <Waiting onBack={onBack}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {head}
        {content}
      </Box>
    </Waiting>
  );
  if (isTooSmallForCard(toCents(preview.data.total)))
    return withHead(<Alert severity="warning">{tooSmallForCard}</Alert>);
  if (!publishableKey) return withHead(<Alert severity="error">{notConfigured}</Alert>);
  return (
    <LazyPart fallback={<SkeletonBlock lines={6} />} renderWaiting={withHead}>
      <PurchaseForm {...form} publishableKey={publishableKey} renderFallback={withHead} />
    </LazyPart>
  );
};

/** The method of an interrupted purchase; undefined without one. */
const useInterruptedMethod = (contactId: string, planId: string): PaymentMethod | undefined => {
  const [method] = useState(() => {
    const interrupted = interruptedPurchase(contactId, planId);
    return interrupted && (interrupted.body.paymentMethod ?? 'card');
  });
  return method;
};

interface MethodChoiceProps {
  isCardFirst: boolean;
  method: PaymentMethod;
  onPick: (method: PaymentMethod) => void;
}

const MethodChoice = ({ isCardFirst, method, onPick }: MethodChoiceProps) => {
  const { isBusy } = usePurchaseDialog();
  const [card, cash, other] = choices;
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      color="primary"
      aria-label="Payment method"
      disabled={isBusy}
      value={method}
      onChange={(_event, next: PaymentMethod | null) => next && onPick(next)}
    >
      {(isCardFirst ? [card, cash, other] : [cash, other, card]).map(({ value, icon, label }) => (
        <ToggleButton key={value} value={value} sx={{ gap: 1 }}>
          {icon} {label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};

const choices = [
  { value: 'card', icon: <CreditCard fontSize="small" />, label: 'Card' },
  { value: 'cash', icon: <PaymentsOutlined fontSize="small" />, label: 'Cash' },
  { value: 'other', icon: <AccountBalanceOutlined fontSize="small" />, label: 'Other' },
] as const;

/** Stripe's code is part of this chunk. */
const PurchaseForm = lazyWithPreload('purchase', () => import('./PurchaseForm.tsx'), 'PurchaseForm');
