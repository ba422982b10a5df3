import { Alert, Box } from '@mui/material';
import { useEffect, useState, type ReactNode } from 'react';
import { BooleanInput, DateInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import type { PurchasePreview, PurchaseTermsForm } from '#domain/contact-memberships/purchaseContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { canRenew } from '#domain/memberships/membershipPlan.ts';
import { FullWidth, twoColumns } from '#src/ui/forms/FormSection.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { getPurchase } from '#src/dataProvider/attempts.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';
import { existingText, getLastDay, proposedStart } from './purchaseData.ts';
import type { Paying } from './usePayer.ts';
import { getNow } from '#src/clock.ts';

export interface PaymentProps {
  plan: ListedMembership;
  preview: PurchasePreview;
  existing: readonly ContactMembership[];
  head: ReactNode;
  /** Gets the invoice. */
  payer: Paying['payer'];
  /** The payer, when it is not the contact. */
  payerId: string | undefined;
  terms: Partial<PurchaseTermsForm>;
  keepTerms: (terms: PurchaseTermsForm) => void;
  onBack: () => void;
}

export const usePurchaseTerms = ({ plan, existing, terms }: PaymentProps) => {
  const { contact } = usePurchaseDialog();
  const { timezone } = useSelectedLocation();
  const [today] = useState(() => todayIn(plan.location?.timezone ?? timezone, getNow()));
  const same = existing.filter(({ membershipId }) => membershipId === plan.id);
  const [defaults] = useState((): PurchaseTermsForm => {
    const open = getPurchase(contact.id);
    const asBefore =
      open?.body.membershipId === plan.id && open.body.startDate >= today
        ? { startDate: open.body.startDate, autoRenew: open.body.autoRenew }
        : {};
    return { startDate: proposedStart(same.map(getLastDay), today), autoRenew: canRenew(plan), ...asBefore, ...terms };
  });
  return { today, same, defaults };
};

export const ExistingNote = ({ same, today }: { same: readonly ContactMembership[]; today: string }) =>
  same.length > 0 && (
    <Alert severity="info" role="note">
      {existingText(same)}.
      {proposedStart(same.map(getLastDay), today) > today && ' The new membership will start after it.'}
    </Alert>
  );

export const StartDateInput = ({ today }: { today: string }) => (
  <DateInput source="startDate" label="Start date" isRequired slotProps={{ htmlInput: { min: today } }} />
);

export const RenewInput = ({ plan, label }: { plan: ListedMembership; label: string }) =>
  canRenew(plan) && (
    <FullWidth>
      <BooleanInput source="autoRenew" label={label} />
    </FullWidth>
  );

/** The start date and the renewal, and that they are kept when another way to pay is chosen. */
export const TermsInputs = ({ form: { plan, keepTerms }, today }: { form: PaymentProps; today: string }) => (
  <>
    <Box sx={twoColumns}>
      <StartDateInput today={today} />
      <RenewInput plan={plan} label="Renew automatically" />
    </Box>
    <KeepTerms onChange={keepTerms} />
  </>
);

export const KeepTerms = ({ onChange }: { onChange: (terms: PurchaseTermsForm) => void }) => {
  const [startDate, autoRenew]: [string, boolean] = useWatch({ name: ['startDate', 'autoRenew'] });
  useEffect(() => onChange({ startDate, autoRenew }), [startDate, autoRenew, onChange]);
  return null;
};
