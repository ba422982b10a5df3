import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Agreement } from '#domain/contract/agreements.ts';
import { AlertDialog, ConfirmDialog } from '#src/custom/ui/ConfirmDialog.tsx';
import { useDeleteRecord } from '#src/custom/ui/useDeleteRecord.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { paths } from '#src/paths.ts';

/** Deletes the agreement, once that was confirmed. */
export const DeleteAgreement = ({ agreement }: { agreement: Agreement }) => {
  const { name, companyId } = agreement;
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { deleteRecord, isPending } = useDeleteRecord('agreements');
  const navigate = useNavigate();
  const confirmed = async () => {
    try {
      await deleteRecord(agreement, { companyId });
      void navigate(paths.agreements.list, withSuccess('Agreement deleted successfully'));
    } catch (error) {
      setAsking(false);
      setProblem(messageFrom(error, 'Failed to delete agreement'));
    }
  };
  return (
    <>
      <Button color="error" startIcon={<DeleteOutlined />} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete this agreement?"
        text={`${name} will be gone from the list and from membership plans.`}
        confirmLabel="Delete"
        isDangerous
        isBusy={isPending}
        onConfirm={() => void confirmed()}
        onCancel={() => setAsking(false)}
      />
      <AlertDialog text={problem} onClose={() => setProblem(undefined)} />
    </>
  );
};
