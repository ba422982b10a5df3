import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { displayPhone } from '#domain/rules/phone.ts';
import { PersonAvatar } from '#src/custom/contacts/Person.tsx';
import { ConfirmDialog } from '#src/custom/ui/ConfirmDialog.tsx';
import { EmailText } from '#src/custom/ui/fields.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import { useDeleteRecord } from '#src/custom/ui/useDeleteRecord.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { withSuccess } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { ContactPhoto } from './photo/ContactPhoto.tsx';
import { useContact } from './useContact.ts';

/** Name, e-mail, phone and picture of the contact, over every tab. */
export const ContactHeader = () => {
  const contact = useContact();
  const { firstName, lastName, email, phone, previewUrl } = contact;
  return (
    <PageHeader
      title={`${firstName} ${lastName}`}
      subtitle={
        <>
          <EmailText email={email} />
          {phone && <Box component="span" sx={{ whiteSpace: 'nowrap' }}> · {displayPhone(phone)}</Box>}
        </>
      }
      mark={<StatusBadge severity="neutral" label="Contact" />}
      back={{ to: paths.contacts.list, label: 'Back to Contacts' }}
      actions={<DeleteContact />}
      picture={
        <Box sx={smallerOnPhone}>
          <PersonAvatar person={{ ...contact, thumbnailUrl: previewUrl }} size={72} />
        </Box>
      }
    >
      <ContactPhoto />
    </PageHeader>
  );
};

const smallerOnPhone = { '& .MuiAvatar-root': { width: { xs: 48, sm: 72 }, height: { xs: 48, sm: 72 }, fontSize: { xs: 18, sm: 27 } } } as const;

/** Deletes the contact after a confirmation. */
const DeleteContact = () => {
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
