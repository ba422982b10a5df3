import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { navigationState } from '#src/navigationState.ts';
import { History } from '#src/resources/activity/History.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { ContactNotes } from '../notes/ContactNotes.tsx';
import { useContactNotes } from '../notes/useContactNotes.ts';
import { ContactValues } from '../ContactFields.tsx';
import { useContact, useContactTab } from '../useContact.ts';
import { Activity } from './activity/Activity.tsx';
import { Blocks } from './Blocks.tsx';
import { MemberCode } from './MemberCode.tsx';
import { ContactEdit } from './ContactEdit.tsx';

export const InformationTab = () => {
  const [isEditing, setEditing] = useState<boolean>();
  const { state, key } = useLocation();
  const [lastKey, setLastKey] = useState<string>();
  if (key !== lastKey) {
    setLastKey(key);
    if (navigationState(state).isEditing) setEditing(true);
  }
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
  // The notes would move what stands below them under somebody's hand.
  const areNotesKnown = useHasBeen(!useContactNotes(contact.id).isLoading);
  return (
    <Box sx={columns}>
      <Box sx={{ gridArea: 'notes' }}>
        <Section title="Notes">
          <ContactNotes most={5} />
        </Section>
      </Box>
      <Box
        sx={{
          gridArea: 'values',
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2.5,
          ...(!areNotesKnown && { visibility: { xs: 'hidden', lg: 'inherit' } }),
        }}
      >
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
        {contact.mayChange !== false && <MemberCode />}
        {contact.mayChange !== false && <Blocks />}
        <History recordType="contact" recordId={contact.id} at={{ locationId: contact.homeLocationId }} />
      </Box>
      <Box sx={{ gridArea: 'activity', ...(!areNotesKnown && { visibility: 'hidden' }) }}>
        {tab === 'information' && <Activity />}
      </Box>
    </Box>
  );
};

const columns = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(320px, 5fr)' },
  gridTemplateRows: { lg: 'auto 1fr' },
  gridTemplateAreas: { xs: '"notes" "values" "activity"', lg: '"values notes" "values activity"' },
} as const;
