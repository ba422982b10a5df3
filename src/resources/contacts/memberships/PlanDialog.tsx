import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RadioButtonGroupInput, SelectInput } from 'react-admin';
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form';
import { z } from 'zod';
import {
  planChangeBody,
  type PlanChangePreview,
  type PlanChangeQuery,
  type PlanChangeRequest,
} from '#domain/contact-memberships/actionsContract.ts';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { otherMethodMissing } from '#domain/invoices/paymentsContract.ts';
import { paymentMethodRules, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { isUnchanged } from '#domain/contact-memberships/planChangeTerms.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { usePlans } from '#src/custom/purchase/purchaseData.ts';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { billingLabels } from '#src/ui/labels.ts';
import { formResolver } from '#src/ui/forms/formResolver.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { contactMembershipActions } from '#src/dataProvider/contact-memberships.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { PlanPayment } from './PlanPayment.tsx';
import { Preview, useIsPreviewing } from './Preview.tsx';
import { useMembershipChange } from './useMembershipChange.ts';

export const PlanDialog = ({
  membership: current,
  onClose,
}: {
  membership: ContactMembership;
  onClose: () => void;
}) => {
  // After a lost response a fresh read may show the new plan already.
  const [membership] = useState(current);
  const change = useMembershipChange(membership);
  const plans = usePlans();
  const currentPlan = {
    planId: membership.membershipId,
    price: membership.purchasePrice,
    billingFrequency: membership.billingFrequency,
  };
  const choices =
    plans.data?.filter(
      ({ id, price, billingFrequency }) =>
        billingFrequency !== 'one_time' && !isUnchanged(currentPlan, { planId: id, price, billingFrequency }),
    ) ?? [];
  const save = async (values: FieldValues) => {
    await change(values as PlanChangeRequest, contactMembershipActions.changePlan, 'plan');
  };
  const helperText = !plans.error && choices.length === 0 ? 'No other plan that renews is on sale here.' : false;
  return (
    <FormDialog
      title={`Change ${membership.membershipName}`}
      isLoading={plans.isPending}
      draftOf={`plan of ${membership.id}`}
      resolver={resolver}
      defaultValues={{
        membershipId: '',
        when: membership.autoRenew ? 'renewal' : 'now',
        method: 'card',
        otherMethod: '',
        reference: '',
        waiveDifference: false,
      }}
      onSubmit={save}
      failed="The plan was not changed"
      submitLabel="Change Plan"
      isReady={isReady}
      onClose={onClose}
    >
      <FormError />
      {plans.error && <Alert severity="error">{messageFrom(plans.error, 'Failed to load memberships')}</Alert>}
      <SelectInput
        source="membershipId"
        label="New plan"
        choices={choices}
        optionText={(plan: ListedMembership) => planText(plan, plan.id === currentPlan.planId)}
        isRequired
        helperText={helperText}
        sx={wholeChoice}
      />
      <RadioButtonGroupInput
        source="when"
        label="When"
        choices={times}
        row={false}
        sx={{ '& .MuiFormGroup-root': { rowGap: 0.5 } }}
      />
      <PlanOutcome membership={membership} />
    </FormDialog>
  );
};

/** A phone cuts the price off on one line. */
const wholeChoice = { '& .MuiSelect-select': { whiteSpace: 'normal' } } as const;

// Inputs that do not apply keep their values and are not sent.
const form = z
  .preprocess((values) => {
    const { membershipId, when, method, otherMethod, reference, waiveDifference, expectedTotal } =
      values as FieldValues;
    if (when === 'renewal') return { membershipId, when };
    if (waiveDifference) return { membershipId, when, waiveDifference, expectedTotal };
    const { isNamed } = paymentMethodRules[method as PaymentMethod];
    return { membershipId, when, expectedTotal, method, ...(isNamed && { otherMethod, reference }) };
  }, planChangeBody)
  .refine(({ method, otherMethod }) => !paymentMethodRules[method].isNamed || otherMethod !== undefined, {
    path: ['otherMethod'],
    message: otherMethodMissing,
  })
  .transform(({ membershipId, when, ...now }) =>
    when === 'renewal' ? { membershipId, when } : { membershipId, when, ...now },
  );
const resolver = formResolver(form);

const isReady = ({ membershipId, when, expectedTotal }: FieldValues) =>
  Boolean(membershipId) && (when !== 'now' || expectedTotal !== undefined);

const times = [
  { id: 'renewal', name: 'At renewal: nothing is charged before it' },
  { id: 'now', name: 'Now: the difference for the days that are left is charged' },
];

const planText = ({ name, price, billingFrequency }: ListedMembership, isHeld: boolean) =>
  `${name}${isHeld ? ', as sold today' : ''} (${formatMoney(price)} / ${billingLabels[billingFrequency]} before tax)`;

const toQuery = ({ membershipId, when, waiveDifference }: FieldValues): PlanChangeQuery => ({
  membershipId: membershipId ?? '',
  when,
  waiveDifference: when === 'now' && Boolean(waiveDifference),
});

const PlanOutcome = ({ membership: { id, contactId } }: { membership: ContactMembership }) => {
  const { setValue } = useFormContext();
  const [membershipId, when, waiveDifference, expectedTotal] = useWatch({
    name: ['membershipId', 'when', 'waiveDifference', 'expectedTotal'],
  });
  const query = toQuery({ membershipId, when, waiveDifference });
  const { data: preview, error } = useQuery({
    queryKey: ['contacts', 'planChangePreview', id, query],
    queryFn: ({ signal }) =>
      contactMembershipActions.planChangePreview({ contactId, contactMembershipId: id }, query, signal),
    enabled: useIsPreviewing() && Boolean(membershipId),
    staleTime: 0,
    gcTime: 0,
  });
  // The server refuses a total that differs from the one shown.
  const shownTotal = preview && when === 'now' ? (preview.difference?.total ?? 0) : undefined;
  useEffect(() => {
    if (expectedTotal !== shownTotal) setValue('expectedTotal', shownTotal);
  }, [expectedTotal, shownTotal, setValue]);
  if (!membershipId) return null;
  if (error) return <Alert severity="warning">{messageFrom(error, 'Couldn’t load what the change would do')}</Alert>;
  return (
    <>
      <Preview items={preview && previewItems(preview, when === 'now')} />
      {when === 'now' && !preview && <SkeletonBlock lines={5} />}
      {when === 'now' && (preview?.difference || waiveDifference) && (
        <PlanPayment isWaived={waiveDifference} hasSavedCard={preview?.hasSavedCard !== false} />
      )}
    </>
  );
};

const withTax = (total: number, price: number) =>
  total === price ? formatMoney(total) : `${formatMoney(total)} with tax (${formatMoney(price)} without)`;

const previewItems = ({ on, name, price, total, contractEndDate, difference }: PlanChangePreview, isNow: boolean) => [
  { label: 'First day', value: `${name} from ${on ? shortDate(on, 'UTC') : 'the renewal after the freeze'}` },
  ...(isNow
    ? [{ label: 'Charged now', value: difference ? withTax(difference.total, difference.subtotal) : 'Nothing' }]
    : []),
  { label: 'Each renewal', value: withTax(total, price) },
  ...(contractEndDate ? [{ label: 'Contract ends', value: shortDate(contractEndDate, 'UTC') }] : []),
];
