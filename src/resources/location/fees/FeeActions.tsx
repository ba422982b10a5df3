import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Fee } from '#domain/contract/location-fees.ts';
import { ConfirmDialog } from '#src/custom/ui/ConfirmDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

interface FeeActionsProps {
  locationId: string;
  fee: Fee;
  onEdit: (fee: Fee) => void;
}

/** Edit, and Delete after a question. */
export const FeeActions = ({ locationId, fee, onEdit }: FeeActionsProps) => {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { deleteFee } = useAppDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const remove = async () => {
    setBusy(true);
    try {
      await deleteFee(locationId, fee.id);
      await queryClient.invalidateQueries({ queryKey: ['location', 'getOne'] });
    } catch (error) {
      // No alert here: a passing line, and the fee stays where it is.
      notify(messageFrom(error, 'The fee was not deleted'), { type: 'warning' });
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <Button size="small" aria-label={`Edit ${fee.name}`} onClick={() => onEdit(fee)}>
        Edit
      </Button>
      <Button size="small" color="error" aria-label={`Delete ${fee.name}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete Fee"
        text="Are you sure you want to delete this fee?"
        confirmLabel="Delete"
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </Box>
  );
};
