import Alert from '@mui/material/Alert';
import { Suspense, type ReactNode } from 'react';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { useStripeConfig } from '#src/custom/payments/useStripeConfig.tsx';
import { ErrorState } from '#src/custom/ui/EmptyState.tsx';
import { SkeletonBlock } from '#src/custom/ui/SkeletonBlock.tsx';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { usePurchaseDialog, Waiting } from './purchaseContext.tsx';
import { useExistingMemberships, usePreview } from './purchaseData.ts';

/** The second step loads the Stripe configuration, the plan's price and the contact's memberships. */
export const PaymentStep = ({ plan, onBack }: { plan: MembershipRow; onBack: () => void }) => {
  const { contact } = usePurchaseDialog();
  const { selected } = useLocationScope();
  const config = useStripeConfig(selected?.companyId);
  const preview = usePreview(plan.id, contact.id);
  const held = useExistingMemberships(contact.id);
  const leaving = (content: ReactNode) => <Waiting onBack={onBack}>{content}</Waiting>;

  if (!selected) return leaving(<Alert severity="error">No company found for current user</Alert>);
  if (config.error) return leaving(<ErrorState text="Failed to load payment configuration" onRetry={() => void config.refetch()} />);
  if (preview.error) return leaving(<ErrorState text="Failed to load purchase details" onRetry={() => void preview.refetch()} />);
  if (config.isPending || preview.isPending || held.isPending) return leaving(<SkeletonBlock lines={6} />);
  const publishableKey = config.data?.hasStripeKeys ? config.data.stripePublishableKey : null;
  if (!publishableKey) return leaving(<Alert severity="error">Stripe payment configuration is not set up for this company</Alert>);
  return (
    <Suspense fallback={leaving(<SkeletonBlock lines={6} />)}>
      <PurchaseForm plan={plan} preview={preview.data} held={held.data ?? []} publishableKey={publishableKey} onBack={onBack} />
    </Suspense>
  );
};

/** Stripe's code is part of this chunk. */
const PurchaseForm = lazyWithPreload('purchase', () => import('./PurchaseForm.tsx'), 'PurchaseForm');
