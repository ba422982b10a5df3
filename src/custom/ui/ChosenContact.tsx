import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { displayPhone } from '#domain/rules/phone.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { EmailText } from './EmailText.tsx';
import { PersonAvatar } from './PersonAvatar.tsx';

/** The profile card of who was chosen, with the way to choose someone else where there is one. */
export const ChosenContact = ({ contact, onChange }: { contact: ContactRow; onChange?: () => void }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, p: { xs: 1.25, sm: 1.5 }, border: 1, borderColor: 'primary.main', borderRadius: 1, bgcolor: 'background.default' }}>
    <PersonAvatar person={contact} size={44} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {contact.firstName} {contact.lastName}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        <EmailText email={contact.email} />
      </Typography>
      {contact.phone && (
        <Typography variant="body2" color="textSecondary">
          {displayPhone(contact.phone)}
        </Typography>
      )}
    </Box>
    {onChange && (
      <Button size="small" onClick={onChange}>
        Change
      </Button>
    )}
  </Box>
);
