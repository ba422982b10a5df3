import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput, useNotify } from 'react-admin';
import { blockBody, type BlockBody } from '#domain/doors/blocksContract.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';

export const BlockDialog = ({ contactId, onClose }: { contactId: string; onClose: () => void }) => {
  const notify = useNotify();
  const { mutateAsync: block } = useIdempotentMutation({
    name: `block.${contactId}`,
    mutationFn: (body: BlockBody, key) => doorActions.block(contactId, body, key),
    onSuccess: ({ message = '' }) => notify(message, { type: 'success' }),
  });
  return (
    <FormDialog
      title="Block access"
      submitLabel="Block access"
      failed="Couldn’t block the contact"
      draftOf={`block.${contactId}`}
      resolver={resolver}
      defaultValues={{ reason: '', until: '' }}
      onSubmit={(values) => block(values as BlockBody)}
      onClose={onClose}
    >
      <TextInput
        source="reason"
        label="Reason"
        isRequired
        helperText="The desk sees it at check-in. The contact does not."
        autoFocus
      />
      <TextInput
        source="until"
        label="Last day"
        type="date"
        helperText="Empty: until it is removed."
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <FormError />
    </FormDialog>
  );
};

const resolver = zodResolver(blockBody);
