import { Box, DialogContent } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { Form, type FormProps } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { chargeText, PaymentActions } from '#src/resources/invoices/payments/PaymentForm.tsx';
import type { CardOutcome } from '#src/dataProvider/sendAttempt.ts';
import { CompleteStep, type Done } from './CompleteStep.tsx';
import { usePurchaseDialog } from './purchaseContext.tsx';
import { PlanAgreements, PreviewSheet } from './PurchaseSummary.tsx';
import type { PaymentProps } from './PurchaseTerms.tsx';
import type { PaidBy } from './ReceiptOffer.tsx';

interface PaymentLayoutProps extends PaymentProps {
  purchase: { outcome: CardOutcome | undefined; tryAgain: () => void; error: string | undefined; isBusy: boolean };
  isReady: boolean;
  resolver: FormProps['resolver'];
  defaults: FieldValues;
  onSubmit: (values: FieldValues) => Promise<void>;
  changeText?: string | undefined;
  paidBy?: PaidBy;
  /** Said when it succeeded, instead of that it was paid. */
  done?: Done;
  submitLabel?: string;
  children: ReactNode;
}

export const PaymentLayout = ({
  plan,
  preview,
  existing,
  head,
  onBack,
  purchase,
  isReady,
  resolver,
  defaults,
  onSubmit,
  changeText,
  paidBy,
  done,
  submitLabel = chargeText(preview.total),
  children,
}: PaymentLayoutProps) => {
  const { close } = usePurchaseDialog();
  const [heldBefore] = useState(existing);
  const isTried = purchase.outcome !== undefined;
  return (
    <>
      {purchase.outcome && (
        <CompleteStep
          outcome={purchase.outcome}
          planId={plan.id}
          heldBefore={heldBefore}
          paidBy={paidBy}
          changeText={changeText}
          done={done}
          onTryAgain={purchase.tryAgain}
        />
      )}
      {/* Hidden, not unmounted: Try Again finds the card and the form as they were. */}
      <Box hidden={isTried} sx={isTried ? undefined : { display: 'contents', '& > form': { display: 'contents' } }}>
        <Form
          noValidate
          record={noRecord}
          disableInvalidFormNotification
          resolver={resolver}
          defaultValues={defaults}
          onSubmit={onSubmit}
        >
          <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
            <DialogContent dividers>
              <PaymentColumns plan={plan} preview={preview} head={head}>
                {children}
              </PaymentColumns>
            </DialogContent>
            <Box sx={{ display: 'grid', gap: 2, px: 3, pt: 2, pb: 2.5 }}>
              <PaymentActions
                label={submitLabel}
                error={purchase.error}
                isBusy={purchase.isBusy}
                isBlocked={!isReady}
                onBack={onBack}
                onCancel={close}
              />
            </Box>
          </Box>
        </Form>
      </Box>
    </>
  );
};

interface PaymentColumnsProps extends Pick<PaymentProps, 'plan' | 'preview' | 'head'> {
  /** A phone shows what is paid below the form, which comes later. */
  isWaiting?: boolean;
  children: ReactNode;
}

/** The form beside what is paid. */
export const PaymentColumns = ({ plan, preview, head, isWaiting = false, children }: PaymentColumnsProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 3,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' },
      alignItems: 'start',
    }}
  >
    <Box sx={{ display: 'grid', gap: 2 }}>
      {head}
      {children}
    </Box>
    <Box sx={{ display: isWaiting ? { xs: 'none', md: 'grid' } : 'grid', gap: 2.5 }}>
      <PreviewSheet preview={preview} />
      <PlanAgreements plan={plan} />
    </Box>
  </Box>
);

/** The dialog is inside the contact's record, which this form does not edit. */
const noRecord = {};
