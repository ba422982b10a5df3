import { zodResolver } from '@hookform/resolvers/zod';
import Add from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { BooleanInput, SelectInput, TextInput, useNotify } from 'react-admin';
import { feeForm, type Fee, type FeeForm } from '#domain/locations/feesContract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { DecimalInput } from '#src/ui/forms/DecimalInput.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { useEditLock } from '#src/ui/forms/useEditLock.ts';
import { NameInCard } from '#src/ui/lists/NameInCard.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { AlertDialog, useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { Section } from '#src/ui/Section.tsx';
import { ActiveStatus } from '#src/ui/StatusBadge.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { locationActions, type LocationWithFees } from '#src/dataProvider/location.ts';

export const Fees = ({ location: { id, fees } }: { location: LocationWithFees }) => {
  const [open, setOpen] = useState<{ fee?: Fee }>();
  return (
    <Section
      title="Fees"
      text="Added to memberships sold at this location while they are active"
      isFlush
      actions={
        <Button variant="outlined" startIcon={<Add />} onClick={() => setOpen({})}>
          Add fee
        </Button>
      }
    >
      {fees.length > 0 ? (
        <StaticTable label="Fees" columns={columns(id, (fee) => setOpen({ fee }))} rows={fees} />
      ) : (
        <Typography color="textSecondary" sx={{ px: 2, pb: 2.5 }}>
          No fees configured for this location.
        </Typography>
      )}
      {open && <FeeDialog locationId={id} fee={open.fee} onClose={() => setOpen(undefined)} />}
    </Section>
  );
};

const columns = (locationId: string, onEdit: (fee: Fee) => void): readonly Column<Fee>[] => [
  { label: 'Fee', cell: (fee) => <FeeName fee={fee} /> },
  { label: 'Type', inCard: 'none', cell: ({ type }) => feeTypeLabel(type) },
  { label: 'Amount', align: 'right', inCard: 'none', cell: feeAmountText },
  { label: 'Status', inCard: 'none', cell: ({ isActive }) => <ActiveStatus isActive={isActive} /> },
  {
    label: 'Actions',
    align: 'right',
    inCard: 'end',
    cell: (fee) => <FeeActions locationId={locationId} fee={fee} onEdit={onEdit} />,
  },
];

const FeeName = ({ fee }: { fee: Fee }) => {
  const { name, description, isActive } = fee;
  const inCard = [feeAmountText(fee), !isActive && 'Inactive', description].filter(Boolean);
  return <NameInCard name={name} line={description ?? undefined} cardLine={inCard.join(' · ')} />;
};

const FeeActions = ({ locationId, fee, onEdit }: { locationId: string; fee: Fee; onEdit: (fee: Fee) => void }) => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const { mutate, isPending } = useMutation({
    mutationFn: () => locationActions.deleteFee(locationId, fee.id),
    // A notification instead of an alert; the fee stays in the list.
    onError: (error) => notify(messageFrom(error, 'The fee was not deleted'), { type: 'warning' }),
  });
  const remove = async () => {
    if (
      !(await confirm({
        title: 'Delete fee',
        text: 'Are you sure you want to delete this fee?',
        confirmLabel: 'Delete',
        isDangerous: true,
      }))
    )
      return;
    mutate();
  };
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <Button size="small" aria-label={`Edit ${fee.name}`} onClick={() => onEdit(fee)}>
        Edit
      </Button>
      <Button
        size="small"
        color="error"
        aria-label={`Delete ${fee.name}`}
        loading={isPending}
        onClick={() => void remove()}
      >
        Delete
      </Button>
      {dialog}
    </Box>
  );
};

interface FeeDialogProps {
  locationId: string;
  /** Absent for a new one. */
  fee: Fee | undefined;
  onClose: () => void;
}

const FeeDialog = ({ locationId, fee, onClose }: FeeDialogProps) => {
  const [problem, setProblem] = useState<string>();
  const saveLocked = useEditLock(fee);
  const { mutateAsync: save } = useIdempotentMutation({
    name: `fees.${locationId}`,
    mutationFn: async ({ description, ...rest }: FeeForm, key) => {
      const body = { ...rest, description: description ?? '' };
      await (fee
        ? saveLocked((lock) => locationActions.changeFee(locationId, fee.id, { ...body, ...lock }))
        : locationActions.addFee(locationId, body, key));
    },
    onError: (error) => setProblem(`Failed to save fee: ${messageFrom(error, 'Unknown error')}`),
  });
  return (
    <FormDialog
      title={fee ? 'Edit fee' : 'Add fee'}
      draftOf={fee ? `fee ${fee.id}` : `new fee of ${locationId}`}
      resolver={resolver}
      defaultValues={fee ? { ...fee, amount: Number(fee.amount) } : newFee}
      onSubmit={(values) => save(values as FeeForm)}
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

const typeLabels: Record<Fee['type'], string> = { percentage: 'Percentage', fixed: 'Fixed' };

const feeTypeLabel = (type: Fee['type']): string => typeLabels[type];

const feeTypeChoices = Object.entries(typeLabels).map(([id, name]) => ({ id, name }));

/** '2.50%' or '$2.50'. */
const feeAmountText = ({ type, amount }: Pick<Fee, 'type' | 'amount'>): string =>
  type === 'percentage' ? `${amount}%` : formatMoney(Number(amount));
