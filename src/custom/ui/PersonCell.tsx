import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { EmailText } from './EmailText.tsx';
import { PersonAvatar } from './PersonAvatar.tsx';

interface PersonCellProps {
  person: { firstName: string; lastName: string; email: string; thumbnailUrl?: string | null | undefined };
}

/** A person in a row: picture, full name, e-mail address. */
export const PersonCell = ({ person }: PersonCellProps) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
    <PersonAvatar person={person} />
    <Box component="span" sx={{ minWidth: 0 }}>
      <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {person.firstName} {person.lastName}
      </Box>
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
        <EmailText email={person.email} />
      </Typography>
    </Box>
  </Box>
);
