import { zodResolver } from '@hookform/resolvers/zod';
import { BooleanInput, TextInput, useNotify } from 'react-admin';
import { doorCreateBody, type Door, type DoorCreateBody } from '#domain/doors/contract.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { useEditLock } from '#src/ui/forms/useEditLock.ts';

interface DoorDialogProps {
  locationId: string;
  /** Undefined for a new one. */
  door: Door | undefined;
  onClose: () => void;
}

export const DoorDialog = ({ locationId, door, onClose }: DoorDialogProps) => {
  const notify = useNotify();
  const saveLocked = useEditLock(door);
  const { mutateAsync: save } = useIdempotentMutation({
    name: `doors.${locationId}`,
    mutationFn: (values: Pick<DoorCreateBody, 'name' | 'isActive'>, key) =>
      door
        ? saveLocked((lock) => doorActions.update(door.id, { ...values, ...lock }))
        : doorActions.create({ ...values, locationId }, key),
    onSuccess: ({ message = '' }) => notify(message, { type: 'success' }),
  });
  return (
    <FormDialog
      title={door ? 'Edit door' : 'Add door'}
      submitLabel={door ? 'Save changes' : 'Add door'}
      failed="Couldn’t save the door"
      draftOf={`door.${door?.id ?? locationId}`}
      resolver={resolver}
      defaultValues={{ name: door?.name ?? '', isActive: door?.isActive ?? true }}
      onSubmit={(values) => save(values as Pick<DoorCreateBody, 'name' | 'isActive'>)}
      onClose={onClose}
    >
      <TextInput source="name" label="Name" isRequired autoFocus />
      <BooleanInput
        source="isActive"
        label="Active"
        helperText="A door that is not active cannot be opened from here."
      />
      <FormError />
    </FormDialog>
  );
};

const resolver = zodResolver(doorCreateBody.pick({ name: true, isActive: true }));
