import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { History } from '#src/resources/activity/History.tsx';
import { Section } from '#src/ui/Section.tsx';
import { ContactNotes } from '../notes/ContactNotes.tsx';
import { ContactValues } from '../ContactFields.tsx';
import { useContact, useContactTab } from '../useContact.ts';
import { Activity } from './activity/Activity.tsx';
import { ContactEdit } from './ContactEdit.tsx';

export const InformationTab = () => {
  const [isEditing, setEditing] = useState<boolean>();
  return isEditing ? (
    <ContactEdit onClose={() => setEditing(false)} />
  ) : (
    <ContactInformation onEdit={() => setEditing(true)} wasEdited={isEditing === false} />
  );
};

/** After the form closes, the focus returns to the button that opened it. */
const ContactInformation = ({ onEdit, wasEdited }: { onEdit: () => void; wasEdited: boolean }) => {
  const contact = useContact();
  const { tab } = useContactTab();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(320px, 5fr)' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
        <Section title="Notes">
          <ContactNotes most={5} />
        </Section>
        <ContactValues
          contact={contact}
          actions={
            contact.mayChange !== false && (
              <Button variant="outlined" startIcon={<EditOutlined />} onClick={onEdit} autoFocus={wasEdited}>
                Edit Contact
              </Button>
            )
          }
        />
        <History recordType="contact" recordId={contact.id} at={{ locationId: contact.homeLocationId }} />
      </Box>
      {tab === 'information' && <Activity />}
    </Box>
  );
};
