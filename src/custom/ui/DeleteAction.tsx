import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useNotify, type RaRecord } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useConfirm } from './ConfirmDialog.tsx';
import { useDeleteRecord } from './useDeleteRecord.ts';

interface DeleteActionProps {
  resource: string;
  record: RaRecord;
  meta?: Record<string, unknown>;
  label?: string;
  /** The question, and what deleting means for what was sold with it. */
  title: string;
  text: string;
  /** What is said afterwards, at the list. */
  deleted: string;
  failed: string;
  list: string;
}

/** Deletes a record after asking. It reports success only after the server has confirmed it. Put `dialog` on the page. */
export const useDeleteAction = ({ resource, record, meta, title, text, deleted, failed, list }: Omit<DeleteActionProps, 'label'>) => {
  const { confirm, dialog } = useConfirm();
  const { deleteRecord, isPending } = useDeleteRecord(resource);
  const navigate = useNavigate();
  const notify = useNotify();
  const ask = async () => {
    if (!(await confirm({ title, text, confirmLabel: 'Delete', isDangerous: true }))) return;
    try {
      await deleteRecord(record, meta);
      await navigate(list);
      notify(deleted, { type: 'success' });
    } catch (error) {
      notify(messageFrom(error, failed), { type: 'error' });
    }
  };
  return { ask: () => void ask(), dialog, isPending };
};

/** The button that deletes a record. */
export const DeleteAction = ({ label = 'Delete', ...record }: DeleteActionProps) => {
  const { ask, dialog, isPending } = useDeleteAction(record);
  return (
    <>
      <Button color="error" startIcon={<DeleteOutline />} loading={isPending} onClick={ask}>
        {label}
      </Button>
      {dialog}
    </>
  );
};
