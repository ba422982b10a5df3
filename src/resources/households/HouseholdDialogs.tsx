import { zodResolver } from '@hookform/resolvers/zod';
import { Typography } from '@mui/material';
import { BooleanInput, TextInput, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import {
  householdCreateBody,
  householdMemberUpdateBody,
  householdUpdateBody,
  type Household,
  type HouseholdCreateBody,
  type HouseholdMember,
  type HouseholdMemberUpdateBody,
} from '#domain/households/contract.ts';
import { changedFields } from '#src/dataProvider/editConflict.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { householdActions } from '#src/dataProvider/households.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { useEditLock } from '#src/ui/forms/useEditLock.ts';
import { fullName } from '#domain/shared/fullName.ts';

interface OfHousehold {
  readonly household: Household;
  readonly onClose: () => void;
}

interface OfMember extends OfHousehold {
  readonly member: HouseholdMember;
}

export const CreateHouseholdDialog = ({ contact, onClose }: { contact: ContactRecord; onClose: () => void }) => {
  const notify = useNotify();
  const { mutateAsync } = useIdempotentMutation({
    name: `household.${contact.id}`,
    mutationFn: (body: HouseholdCreateBody, key) => householdActions.createHousehold(body, key),
    onSuccess: ({ message = '' }) => notify(message, { type: 'success' }),
  });
  return (
    <FormDialog
      title="Create household"
      draftOf={`household of ${contact.id}`}
      resolver={createResolver}
      defaultValues={{ name: contact.lastName, payerId: contact.id }}
      onSubmit={(values: FieldValues) => mutateAsync(values as HouseholdCreateBody)}
      failed="The household was not created"
      submitLabel="Create"
      onClose={onClose}
    >
      <FormError />
      <Typography color="textSecondary">
        {`${fullName(contact)} pays for everybody in it. Renewals of one day are one invoice and one charge.`}
      </Typography>
      <TextInput source="name" label="Name" isRequired />
    </FormDialog>
  );
};

const createResolver = zodResolver(householdCreateBody);

export const RenameDialog = ({ household, onClose }: OfHousehold) => {
  const { id, name } = household;
  const saveLocked = useEditLock(household);
  return (
    <FormDialog
      title="Rename household"
      draftOf={`name of household ${id}`}
      resolver={updateResolver}
      defaultValues={{ name }}
      onSubmit={(values: FieldValues) =>
        saveLocked((lock) => householdActions.updateHousehold(id, { ...values, ...lock }))
      }
      failed="The household was not renamed"
      submitLabel="Save"
      onClose={onClose}
    >
      <FormError />
      <TextInput source="name" label="Name" isRequired />
    </FormDialog>
  );
};

const updateResolver = zodResolver(householdUpdateBody);

export const EditMemberDialog = ({ household, member, onClose }: OfMember) => {
  return (
    <FormDialog
      title={`Edit ${fullName(member)}`}
      draftOf={`household member ${member.id}`}
      resolver={memberResolver}
      defaultValues={{ relation: member.relation ?? '', ...(!member.isPayer && { mayAct: member.mayAct }) }}
      onSubmit={(values: FieldValues) =>
        householdActions.updateHouseholdMember(
          household.id,
          member.id,
          changedFields<HouseholdMemberUpdateBody>(values, member),
        )
      }
      failed="The member was not changed"
      submitLabel="Save"
      onClose={onClose}
    >
      <FormError />
      <TextInput source="relation" label="Relation" placeholder="Son" />
      {!member.isPayer && <BooleanInput source="mayAct" label="May act for the household at the desk" />}
    </FormDialog>
  );
};

const memberResolver = zodResolver(householdMemberUpdateBody);

export const ChangePayerDialog = ({ household, member, onClose }: OfMember) => {
  const notify = useNotify();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => householdActions.updateHousehold(household.id, { payerId: member.id }),
    onSuccess: () => notify(`${fullName(member)} pays from now on`, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'The payer was not changed'), { type: 'error' }),
    onSettled: onClose,
  });
  const { firstName } = member;
  const how = member.hasSavedCard
    ? `The next renewals are charged to ${firstName}’s saved card.`
    : `${firstName} has no saved card: renewals by card become manual renewals, and the next invoices go to ${firstName}.`;
  const before = household.owed > 0 ? ` Invoices that are unpaid stay with ${fullName(household.payer)}.` : '';
  return (
    <ConfirmDialog
      isOpen
      isBusy={isPending}
      title={`Make ${fullName(member)} the payer?`}
      text={how + before}
      confirmLabel="Make payer"
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
};
