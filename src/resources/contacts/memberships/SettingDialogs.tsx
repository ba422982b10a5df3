import { zodResolver } from '@hookform/resolvers/zod';
import { RadioButtonGroupInput, TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import {
  accessBody,
  renewalBody,
  type AccessBody,
  type RenewalBody,
} from '#domain/contact-memberships/actionsContract.ts';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { renewalMethods } from '#domain/memberships/membershipPlan.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { contactMembershipActions } from '#src/dataProvider/contact-memberships.ts';
import { actionLabels } from './offeredActions.ts';
import { useMembershipChange } from './useMembershipChange.ts';

interface SettingDialogProps {
  membership: ContactMembership & { hasSavedCard?: boolean | undefined };
  onClose: () => void;
}

export const RenewalDialog = ({ membership, onClose }: SettingDialogProps) => {
  const change = useMembershipChange(membership);
  const save = async (values: FieldValues) => {
    await change(values as RenewalBody, contactMembershipActions.setRenewal, 'renewal');
  };
  return (
    <FormDialog
      title={actionLabels.renewalOn}
      draftOf={`renewal of ${membership.id}`}
      resolver={renewalResolver}
      defaultValues={{ autoRenew: true, by: membership.renewsBy }}
      onSubmit={save}
      failed="Renewal was not turned on"
      submitLabel="Turn On"
      onClose={onClose}
    >
      <FormError />
      <RadioButtonGroupInput
        source="by"
        label="How it renews"
        choices={methods}
        row={false}
        helperText={membership.hasSavedCard === false && 'No saved card can be charged.'}
        sx={{ '& .MuiFormGroup-root': { rowGap: 0.5 } }}
      />
    </FormDialog>
  );
};

const renewalResolver = zodResolver(renewalBody);
const methodTexts = {
  card: 'By card: the saved card is charged',
  manual: 'Manual: the member is billed and pays at the desk',
};
const methods = renewalMethods.map((id) => ({ id, name: methodTexts[id] }));

/** Turns access on or off, with a reason. It does what was chosen, even if the membership has changed since. */
export const AccessDialog = ({
  membership,
  accessEnabled,
  onClose,
}: SettingDialogProps & { accessEnabled: boolean }) => {
  const change = useMembershipChange(membership);
  const save = async (values: FieldValues) => {
    await change(values as AccessBody, contactMembershipActions.setAccess, 'access');
  };
  return (
    <FormDialog
      title={accessEnabled ? actionLabels.accessOn : actionLabels.accessOff}
      draftOf={`access of ${membership.id}`}
      resolver={accessResolver}
      defaultValues={{ accessEnabled, reason: '' }}
      onSubmit={save}
      failed="Access was not changed"
      submitLabel={accessEnabled ? 'Turn On' : 'Turn off'}
      onClose={onClose}
    >
      <FormError />
      <TextInput
        source="reason"
        label="Reason"
        isRequired
        helperText={accessEnabled ? false : 'The door stays closed until access is turned on again.'}
      />
    </FormDialog>
  );
};

const accessResolver = zodResolver(accessBody);
