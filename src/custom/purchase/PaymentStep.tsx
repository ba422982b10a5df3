import { Alert } from '@mui/material';
import { useState, type ReactNode } from 'react';
import type { PurchaseTermsForm } from '#domain/contact-memberships/purchaseContract.ts';
import { isTooSmallForCard, tooSmallForCard } from '#domain/invoices/collecting.ts';
import { toCents } from '#domain/shared/money.ts';
import { cardMethod, drawerMethod, paymentMethods, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { MethodChoice } from '#src/resources/invoices/payments/MethodChoice.tsx';
import { useStripeConfig } from '#src/resources/invoices/payments/useStripeConfig.ts';
import { hasStatus, messageFrom } from '#src/dataProvider/http.ts';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DeskPurchase } from './DeskPurchase.tsx';
import { interruptedPurchase } from './purchaseAttempt.ts';
import { PayerPurchase } from './PayerPurchase.tsx';
import { PayerSelect } from './PayerSelect.tsx';
import { PaymentColumns } from './PaymentLayout.tsx';
import { notConfigured, usePurchaseDialog, Waiting } from './purchaseContext.tsx';
import { useExistingMemberships, usePreview } from './purchaseData.ts';
import { usePayer } from './usePayer.ts';

export const PaymentStep = ({ plan, onBack }: { plan: ListedMembership; onBack: () => void }) => {
  const { contact, isBusy } = usePurchaseDialog();
  const { selected } = useLocationScope();
  const config = useStripeConfig(selected?.companyId);
  const preview = usePreview(plan.id, contact.id);
  const existing = useExistingMemberships(contact.id);
  const { household, ways, paying, pick: pickPayer } = usePayer(contact);
  const interruptedMethod = useInterruptedMethod(contact.id, plan.id);
  const [picked, pick] = useState(interruptedMethod);
  const [terms, keepTerms] = useState<Partial<PurchaseTermsForm>>({});
  const leaving = (content: ReactNode) => <Waiting onBack={onBack}>{content}</Waiting>;

  if (!selected) return leaving(<Alert severity="error">No company found for current user</Alert>);
  if (config.isLoadingError)
    return leaving(<ErrorState text="Failed to load payment configuration" onRetry={() => void config.refetch()} />);
  if (preview.isLoadingError)
    return leaving(<ErrorState text={previewText(preview.error)} onRetry={() => void preview.refetch()} />);
  if (household.isLoadingError)
    return leaving(<ErrorState text="Couldn’t load the household" onRetry={() => void household.refetch()} />);
  if (household.isLoading || config.isPending || preview.isPending || existing.isPending)
    return leaving(<SkeletonBlock lines={6} />);
  const publishableKey = config.data?.hasStripeKeys ? config.data.stripePublishableKey : null;
  const method = picked ?? (publishableKey ? cardMethod : drawerMethod);
  const head = (
    <>
      <PayerSelect ways={ways} paying={paying} pick={pickPayer} disabled={isBusy} />
      {!paying.charge && <MethodChoice methods={paymentMethods} method={method} disabled={isBusy} onPick={pick} />}
    </>
  );
  const payerId = paying.payer.id === contact.id ? undefined : paying.payer.id;
  const form = {
    payer: paying.payer,
    payerId,
    plan,
    preview: preview.data,
    existing: existing.data ?? [],
    head,
    terms,
    keepTerms,
    onBack,
  };
  if (paying.charge) return <PayerPurchase key={paying.charge} {...form} charge={paying.charge} />;
  if (method !== cardMethod)
    return <DeskPurchase key={`${method} ${payerId}`} {...form} companyId={selected.companyId} method={method} />;
  const withHead = (content: ReactNode, isWaiting = false) => (
    <Waiting onBack={onBack}>
      <PaymentColumns plan={plan} preview={preview.data} head={head} isWaiting={isWaiting}>
        {content}
      </PaymentColumns>
    </Waiting>
  );
  if (isTooSmallForCard(toCents(preview.data.total)))
    return withHead(<Alert severity="warning">{tooSmallForCard}</Alert>);
  if (!publishableKey) return withHead(<Alert severity="error">{notConfigured}</Alert>);
  const renderWaiting = (content: ReactNode) => withHead(content, true);
  return (
    <LazyPart fallback={<SkeletonBlock lines={6} />} renderWaiting={renderWaiting}>
      <PurchaseForm key={payerId} {...form} publishableKey={publishableKey} renderFallback={renderWaiting} />
    </LazyPart>
  );
};

const useInterruptedMethod = (contactId: string, planId: string): PaymentMethod | undefined => {
  const [method] = useState(() => {
    const interrupted = interruptedPurchase(contactId, planId);
    return interrupted && (interrupted.body.paymentMethod ?? cardMethod);
  });
  return method;
};

/** Stripe's code is part of this chunk. */
const PurchaseForm = lazyWithPreload('purchase', () => import('./PurchaseForm.tsx'), 'PurchaseForm');

/** 409: the plan went from sale while the dialog was open. */
const previewText = (error: Error): string => {
  const text = 'Failed to load purchase details';
  return hasStatus(error, 409) ? messageFrom(error, text) : text;
};
