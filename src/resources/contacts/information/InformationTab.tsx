import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { displayPhone } from '#domain/shared/phone.ts';
import { History } from '#src/resources/activity/History.tsx';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { addressItems, DescriptionList } from '#src/ui/DescriptionList.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { Section } from '#src/ui/Section.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { TagChips } from '../tags/TagChips.tsx';
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
  const homeLocation = useHomeLocationName(contact);
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
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <Section
          title="Basic Information"
          actions={
            contact.mayChange !== false && (
              <Button variant="outlined" startIcon={<EditOutlined />} onClick={onEdit} autoFocus={wasEdited}>
                Edit Contact
              </Button>
            )
          }
        >
          <DescriptionList
            items={[
              { label: 'First Name', value: contact.firstName },
              { label: 'Last Name', value: contact.lastName },
              { label: 'Email', value: contact.email },
              { label: 'Phone', value: displayPhone(contact.phone) },
              { label: 'Date of Birth', value: contact.dateOfBirth && <DateField value={contact.dateOfBirth} /> },
              { label: 'Home Location', value: homeLocation },
              { label: 'Created', value: <DateField value={contact.createdAt} /> },
            ]}
          />
        </Section>
        <Section title="Address">
          <DescriptionList items={addressItems(contact)} />
        </Section>
        <Section title="Emergency Contact">
          <DescriptionList
            items={[
              { label: 'Emergency Contact Name', value: contact.emergencyContactName },
              { label: 'Emergency Contact Phone', value: displayPhone(contact.emergencyContactPhone) },
            ]}
          />
        </Section>
        <Section title="Additional Information">
          <DescriptionList
            items={[
              { label: 'Notes', value: contact.notes, isWide: true },
              {
                label: 'Tags',
                value: contact.tags?.length ? <TagChips tags={contact.tags} /> : undefined,
                isWide: true,
              },
            ]}
          />
        </Section>
        <History recordType="contact" recordId={contact.id} at={{ locationId: contact.homeLocationId }} />
      </Box>
      {tab === 'information' && <Activity />}
    </Box>
  );
};

/** The name of the contact's home location. The response to an edit does not include it, so it is looked up among the user's locations. */
const useHomeLocationName = ({ homeLocation, homeLocationId }: ContactRecord): string | undefined => {
  const { locations } = useLocationScope();
  return homeLocation?.id === homeLocationId
    ? homeLocation.name
    : locations.find(({ id }) => id === homeLocationId)?.name;
};
