import Box from '@mui/material/Box';
import { displayPhone } from '#domain/rules/phone.ts';
import { PersonAvatar } from '#src/custom/contacts/Person.tsx';
import { DeleteAction } from '#src/custom/ui/DeleteAction.tsx';
import { EmailText } from '#src/custom/ui/fields.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
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

const DeleteContact = () => {
  const contact = useContact();
  return (
    <DeleteAction
      resource="contacts"
      record={contact}
      label="Delete Contact"
      title="Delete this contact?"
      text={`${contact.firstName} ${contact.lastName} is removed from all lists. Invoices and check-ins keep the name, and memberships stop renewing.`}
      deleted="Contact deleted successfully"
      failed="Failed to delete contact"
      list={paths.contacts.list}
    />
  );
};
