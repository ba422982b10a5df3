import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '#src/custom/ui/ConfirmDialog.tsx';
import { useDeleteRecord } from '#src/custom/ui/useDeleteRecord.ts';
import { withSuccess } from '#src/navigationState.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { paths } from '#src/paths.ts';
import { useContact } from './useContact.ts';

/** Deletes the contact after a confirmation. */
export const DeleteContact = () => {
  const contact = useContact();
  const [isAsking, setAsking] = useState(false);
  const { deleteRecord, isPending } = useDeleteRecord('contacts');
  const navigate = useNavigate();
  const notify = useNotify();
  const confirm = async () => {
    try {
      await deleteRecord(contact);
      void navigate(paths.contacts.list, withSuccess('Contact deleted successfully'));
    } catch (error) {
      setAsking(false);
      notify(messageFrom(error, 'Failed to delete contact'), { type: 'error' });
    }
  };
  return (
    <>
      <Button color="error" startIcon={<DeleteOutline />} onClick={() => setAsking(true)}>
        Delete Contact
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete this contact?"
        text={`${contact.firstName} ${contact.lastName} will be gone from all lists. Invoices and check-ins keep the name, and memberships no longer renew.`}
        confirmLabel="Delete"
        isDangerous
        isBusy={isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};
