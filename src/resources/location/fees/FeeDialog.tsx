import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BooleanInput, HttpError, SelectInput, TextInput } from 'react-admin';
import { feeForm, type Fee, type FeeForm } from '#domain/contract/location-fees.ts';
import { AlertDialog } from '#src/custom/ui/ConfirmDialog.tsx';
import { DecimalInput } from '#src/custom/forms/DecimalInput.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { FormDialog } from '#src/custom/forms/FormDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';
import { feeTypeChoices } from './feeText.ts';

interface FeeDialogProps {
  locationId: string;
  /** Absent for a new one. */
  fee: Fee | undefined;
  onClose: () => void;
}

/** Save waits for a name and an amount; Enter in either submits. A failure is an alert, and the form stays. */
export const FeeDialog = ({ locationId, fee, onClose }: FeeDialogProps) => {
  const { saveFee } = useConsoleData();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const save = async (values: object) => {
    const { description, ...body } = values as FeeForm;
    try {
      await saveFee(locationId, fee?.id, { ...body, description: description ?? '' });
      await queryClient.invalidateQueries({ queryKey: ['location', 'getOne'] });
      onClose();
      return undefined;
    } catch (error) {
      setProblem(`Failed to save fee: ${messageFrom(error, 'Unknown error')}`);
      return error instanceof HttpError ? formErrors(error, '') : undefined;
    }
  };
  return (
    <FormDialog
      title={fee ? 'Edit Fee' : 'Add Fee'}
      draftOf={fee ? `fee ${fee.id}` : `new fee of ${locationId}`}
      resolver={resolver}
      defaultValues={fee ? { ...fee, amount: Number(fee.amount) } : newFee}
      onSubmit={save}
      submitLabel="Save"
      isReady={({ name, amount }) => typeof name === 'string' && name.trim() !== '' && typeof amount === 'number'}
      onClose={onClose}
    >
      <TextInput source="name" label="Name" isRequired autoComplete="off" />
      <TextInput source="description" label="Description" multiline minRows={2} />
      <SelectInput source="type" label="Type" choices={feeTypeChoices} isRequired />
      <DecimalInput source="amount" label="Amount" isRequired />
      <BooleanInput source="isActive" label="Active" />
      <AlertDialog text={problem} onClose={() => setProblem(undefined)} />
    </FormDialog>
  );
};

const resolver = zodResolver(feeForm);
const newFee = { name: '', description: '', type: 'percentage', amount: null, isActive: true };
