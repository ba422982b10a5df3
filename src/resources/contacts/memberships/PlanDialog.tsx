import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { SelectInput } from 'react-admin';
import { useWatch, type FieldValues } from 'react-hook-form';
import { planChangeBody, type PlanChangeBody, type PlanChangePreview } from '#domain/contract/contacts-memberships-actions.ts';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { shortDate } from '#domain/rules/dateText.ts';
import { formatMoney } from '#domain/rules/money.ts';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { FormDialog } from '#src/custom/forms/FormDialog.tsx';
import { formErrors } from '#src/custom/forms/formErrors.ts';
import { usePlans } from '#src/custom/purchase/purchaseData.ts';
import { billingLabels } from '#src/custom/ui/labels.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { Preview } from './Preview.tsx';
import { useMembershipChange } from './useMembershipChange.ts';

interface PlanDialogProps {
  membership: ContactMembership;
  onClose: () => void;
}

/** Chooses the plan that is charged from the next renewal on. */
export const PlanDialog = ({ membership, onClose }: PlanDialogProps) => {
  const data = useAppDataProvider();
  const change = useMembershipChange(membership);
  const plans = usePlans();
  const choices = plans.data?.filter(({ id, billingFrequency }) => id !== membership.membershipId && billingFrequency !== 'one_time') ?? [];
  const save = async (values: FieldValues) => {
    try {
      await change(values as PlanChangeBody, data.changePlan, 'plan');
      onClose();
      return undefined;
    } catch (error) {
      return formErrors(error, 'The plan was not changed');
    }
  };
  const helperText = !plans.isPending && !plans.error && choices.length === 0 ? 'No other plan is on sale here that renews.' : false;
  return (
    <FormDialog
      title={`Change ${membership.membershipName} at Renewal`}
      draftOf={`plan of ${membership.id}`}
      resolver={resolver}
      defaultValues={defaults}
      onSubmit={save}
      submitLabel="Change Plan"
      isReady={({ membershipId }) => typeof membershipId === 'string' && membershipId !== ''}
      onClose={onClose}
    >
      <FormError />
      {plans.error && <Alert severity="error">{messageFrom(plans.error, 'Failed to load memberships')}</Alert>}
      <SelectInput source="membershipId" label="New Plan" choices={choices} optionText={planText} isPending={plans.isPending} isRequired helperText={helperText} />
      <PlanOutcome membership={membership} />
    </FormDialog>
  );
};

const resolver = zodResolver(planChangeBody);
const defaults = { membershipId: '', when: 'renewal' };

const planText = ({ name, price, billingFrequency }: MembershipRow) => `${name} (${formatMoney(price)} / ${billingLabels[billingFrequency]})`;

const PlanOutcome = ({ membership: { id, contactId } }: { membership: ContactMembership }) => {
  const data = useAppDataProvider();
  const membershipId = useWatch({ name: 'membershipId' }) as string | null | undefined;
  const { data: preview, error } = useQuery({
    queryKey: ['contacts', 'planChangePreview', id, membershipId],
    queryFn: ({ signal }) => data.planChangePreview({ contactId, membershipId: id }, { membershipId: membershipId ?? '', when: 'renewal' }, signal),
    enabled: Boolean(membershipId),
    staleTime: 0,
    gcTime: 0,
  });
  if (!membershipId) return null;
  if (error) return <Alert severity="warning">{messageFrom(error, 'Failed to fetch what the change would do')}</Alert>;
  return <Preview items={preview && previewItems(preview)} />;
};

const previewItems = ({ on, name, price, total, contractEndDate }: PlanChangePreview) => [
  { label: 'First day', value: `${name} from ${shortDate(on, 'UTC')}` },
  { label: 'Each renewal', value: total === price ? formatMoney(total) : `${formatMoney(total)} with tax (${formatMoney(price)} without)` },
  ...(contractEndDate ? [{ label: 'Contract', value: `Until ${shortDate(contractEndDate, 'UTC')}` }] : []),
];
