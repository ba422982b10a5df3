import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import { useState, type ReactNode } from 'react';
import { Form, useStoreContext } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { purchasePaymentForm, type PurchasePaymentForm, type PurchasePreview } from '#domain/contract/memberships-purchase.ts';
import { todayIn } from '#domain/rules/dates.ts';
import { proposedStart } from '#domain/rules/proposedStart.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { CardElements } from '#src/custom/payments/CardElements.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { CompleteStep } from './CompleteStep.tsx';
import { heldText, lastDayOf } from './heldText.ts';
import { PaymentFields } from './PaymentFields.tsx';
import { PlanAgreements } from './PlanAgreements.tsx';
import { PreviewSheet } from './PreviewSheet.tsx';
import { PurchaseActions } from './PurchaseActions.tsx';
import { readAttempt } from './purchaseAttempt.ts';
import { usePurchaseDialog } from './purchaseContext.ts';
import { usePurchase } from './usePurchase.ts';
import { Waiting } from './Waiting.tsx';

interface PurchaseFormProps {
  plan: MembershipRow;
  preview: PurchasePreview;
  /** Everything the contact holds now. */
  held: readonly ContactMembership[];
  publishableKey: string;
  onBack: () => void;
}

/** The payment step and, above it once a payment was tried, what became of it. */
export const PurchaseForm = (props: PurchaseFormProps) => (
  <CardElements publishableKey={props.publishableKey} around={waiting(props.onBack)}>
    <Payment {...props} />
  </CardElements>
);

const waiting = (onBack: () => void) => (content: ReactNode) => <Waiting onBack={onBack}>{content}</Waiting>;

const Payment = ({ plan, preview, held, publishableKey, onBack }: PurchaseFormProps) => {
  const { contact } = usePurchaseDialog();
  const { timezone } = useSelectedLocation();
  const [today] = useState(() => todayIn(plan.location?.timezone ?? contact.homeLocation?.timezone ?? timezone, new Date()));
  const same = held.filter(({ membershipId }) => membershipId === plan.id);
  const store = useStoreContext();
  const [defaults] = useState(() => {
    const open = readAttempt(store, contact.id);
    const asBefore = open?.body.membershipId === plan.id && open.body.startDate >= today ? { startDate: open.body.startDate, autoRenew: open.body.autoRenew } : {};
    return { ...known(contact, proposedStart(same.map(lastDayOf), today)), ...asBefore };
  });
  const purchase = usePurchase(plan, preview.total);
  const isTried = purchase.outcome !== undefined;
  return (
    <>
      {purchase.outcome && <CompleteStep outcome={purchase.outcome} onTryAgain={purchase.tryAgain} />}
      {/* Hidden and not taken away: Try Again finds the card and everything typed as it was. */}
      <Box hidden={isTried} sx={isTried ? undefined : { display: 'contents', '& > form': { display: 'contents' } }}>
        <Form
          noValidate
          record={noRecord}
          disableInvalidFormNotification
          resolver={zodResolver(purchasePaymentForm(today))}
          defaultValues={defaults}
          onSubmit={(values: FieldValues) => purchase.pay(values as PurchasePaymentForm)}
        >
          <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
            <DialogContent dividers>
              <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' }, alignItems: 'start' }}>
                <PaymentFields plan={plan} today={today} publishableKey={publishableKey} heldNote={same.length > 0 ? heldText(same) : undefined} onCardReady={purchase.hearCard} />
                <Box sx={{ display: 'grid', gap: 2.5 }}>
                  <PreviewSheet preview={preview} />
                  <PlanAgreements plan={plan} />
                </Box>
              </Box>
            </DialogContent>
            <PurchaseActions error={purchase.error} isBusy={purchase.isBusy} isReady={purchase.isReady} onBack={onBack} total={preview.total} />
          </Box>
        </Form>
      </Box>
    </>
  );
};

/** The contact's own record stands around the dialog, and is not what this form edits. */
const noRecord = {};

/** What the contact's record knows already. */
const known = (contact: ContactRecord, startDate: string) => ({
  cardholderName: `${contact.firstName} ${contact.lastName}`,
  billingStreet: contact.address ?? '',
  billingCity: contact.city ?? '',
  billingState: contact.state ?? '',
  billingZip: contact.zipCode ?? '',
  startDate,
  autoRenew: false,
});
