import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useNotify, type RaRecord } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { messageFrom } from '#src/dataProvider/http.ts';
import { withSuccess } from '#src/navigationState.ts';
import { useConfirm } from './ConfirmDialog.tsx';
import { useDeleteRecord } from './useDeleteRecord.ts';

interface DeleteActionProps {
  resource: string;
  record: RaRecord;
  /** What is deleted, in the middle of a sentence: 'membership'. */
  noun: string;
  /** Its own name, for the question. */
  name: string;
  /** What deleting it means for what was sold with it. */
  text: string;
  /** The list to go to afterwards. */
  to: string;
}

/** Deletes a record after asking. Nothing is said to be gone before the server said so. */
export const DeleteAction = ({ resource, record, noun, name, text, to }: DeleteActionProps) => {
  const { confirm, dialog } = useConfirm();
  const { deleteRecord, isPending } = useDeleteRecord(resource);
  const navigate = useNavigate();
  const notify = useNotify();
  const ask = async () => {
    if (!(await confirm({ title: `Delete ${name}?`, text, confirmLabel: 'Delete', isDangerous: true }))) return;
    try {
      await deleteRecord(record);
      await navigate(to, withSuccess(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} deleted`));
    } catch (error) {
      notify(messageFrom(error, `Failed to delete ${noun}`), { type: 'error' });
    }
  };
  return (
    <>
      <Button color="error" startIcon={<DeleteOutline />} loading={isPending} onClick={() => void ask()}>
        Delete
      </Button>
      {dialog}
    </>
  );
};
