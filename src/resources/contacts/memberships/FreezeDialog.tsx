import { Alert } from '@mui/material';
import { BooleanInput, DateInput, TextInput } from 'react-admin';
import { useWatch, type FieldValues } from 'react-hook-form';
import { z } from 'zod';
import {
  freezeBody,
  freezeUpdateBody,
  type FreezeBody,
  type FreezeUpdateBody,
} from '#domain/contact-memberships/actionsContract.ts';
import type { ContactMembership, MembershipFreeze } from '#domain/contact-memberships/contract.ts';
import { isCalendarDate } from '#domain/shared/dates.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { formResolver } from '#src/ui/forms/formResolver.ts';
import { contactMembershipActions } from '#src/dataProvider/contact-memberships.ts';
import { useSettings } from '#src/dataProvider/settings.ts';
import { freezeOutcome } from './freezeOutcome.ts';
import { useMayDo, useMembershipClock } from './contactMembership.ts';
import { Preview, useIsResponseLost } from './Preview.tsx';
import { useMembershipChange } from './useMembershipChange.ts';

interface FreezeDialogProps {
  membership: ContactMembership;
  freeze?: MembershipFreeze | undefined;
  onClose: () => void;
}

export const FreezeDialog = ({ membership, freeze, onClose }: FreezeDialogProps) => {
  const change = useMembershipChange(membership);
  const { today } = useMembershipClock(membership);
  const earliest = membership.startDate > today ? membership.startDate : today;
  const save = async (values: FieldValues) => {
    if (freeze) {
      const { until, override } = values as FreezeUpdateBody;
      await change(
        { until, override },
        (attempt) => contactMembershipActions.changeFreeze(freeze.id, attempt),
        `freeze ${freeze.id}`,
      );
    } else await change(values as FreezeBody, contactMembershipActions.freezeContactMembership, 'freeze');
  };
  const areLimitsKnown = useHasBeen(!useSettings(useSelectedLocation().company.id).isPending);
  return (
    <FormDialog
      title={freeze ? 'Change freeze' : `Freeze ${membership.membershipName}`}
      isLoading={!areLimitsKnown}
      draftOf={freeze ? `freeze ${freeze.id}` : `new freeze of ${membership.id}`}
      resolver={freeze ? updateResolver : resolver}
      defaultValues={
        freeze
          ? { until: freeze.until, override: false }
          : { from: earliest, until: null, reason: '', waiveFee: false, override: false }
      }
      onSubmit={save}
      failed="The freeze was not saved"
      submitLabel={freeze ? 'Save' : 'Freeze'}
      onClose={onClose}
    >
      <FormError />
      {!freeze && <DateInput source="from" label="First day" isRequired slotProps={{ htmlInput: { min: earliest } }} />}
      <DateInput
        source="until"
        label="Last day"
        helperText="Leave empty for a freeze without an end."
        slotProps={{ htmlInput: { min: freeze && freeze.from > today ? freeze.from : today } }}
      />
      {!freeze && <TextInput source="reason" label="Reason" isRequired />}
      <FreezeOutcome membership={membership} freeze={freeze} />
    </FormDialog>
  );
};

/** An empty date is a freeze without an end. */
const withOpenEnd = (schema: z.ZodType) =>
  formResolver(
    z.preprocess((values) => ({ ...(values as FieldValues), until: (values as FieldValues)['until'] || null }), schema),
  );
const resolver = withOpenEnd(freezeBody);
const updateResolver = withOpenEnd(freezeUpdateBody);

const FreezeOutcome = ({ membership, freeze }: Pick<FreezeDialogProps, 'membership' | 'freeze'>) => {
  const { company } = useSelectedLocation();
  const { data: settings, isLoadingError, refetch } = useSettings(company.id);
  const { today } = useMembershipClock(membership);
  const mayManage = useMayDo(membership, 'manage');
  const [typedFrom, until, override, waiveFee] = useWatch({ name: ['from', 'until', 'override', 'waiveFee'] }) as [
    string | undefined,
    string | null,
    boolean,
    boolean,
  ];
  const isLost = useIsResponseLost();
  const from = freeze?.from ?? typedFrom ?? '';
  if (isLost || !isCalendarDate(from) || (until && !isCalendarDate(until))) return null;
  if (isLoadingError) return <ErrorState text="Couldn’t load the limits of a freeze" onRetry={() => void refetch()} />;
  if (!settings) return <Preview items={undefined} />;
  const outcome = freezeOutcome({
    membership,
    changed: freeze,
    from,
    until: until || null,
    limits: settings.memberships,
    today,
  });
  const fee = freeze ? 0 : settings.memberships.freezeFee;
  return (
    <>
      {mayManage && (outcome.isBeyondLimits || override) && (
        <BooleanInput source="override" label="Override freeze limits" />
      )}
      {mayManage && fee > 0 && <BooleanInput source="waiveFee" label="Waive the freeze fee" />}
      {outcome.refusal !== null && !(outcome.isBeyondLimits && override) ? (
        <Alert severity="warning">{outcome.refusal}</Alert>
      ) : (
        <Preview items={[...outcome.items, ...(fee > 0 && !waiveFee ? [feeItem(fee, from)] : [])]} />
      )}
    </>
  );
};

const feeItem = (fee: number, from: string) => ({
  label: 'Fee',
  value: `${formatMoney(fee)} plus tax on ${shortDate(from, 'UTC')}`,
});
