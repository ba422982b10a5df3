import Box from '@mui/material/Box';
import { EmailText } from './EmailText.tsx';
import { PersonAvatar } from './PersonAvatar.tsx';

interface PersonCellProps {
  person: { firstName: string; lastName: string; email: string; thumbnailUrl?: string | null | undefined };
}

/** A person in a row: picture, full name, e-mail address. */
export const PersonCell = ({ person }: PersonCellProps) => (
  <Box component="span" sx={styles}>
    <PersonAvatar person={person} />
    <span className="words">
      <span className="name">
        {person.firstName} {person.lastName}
      </span>
      <span className="email">
        <EmailText email={person.email} />
      </span>
    </span>
  </Box>
);

const styles = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  '&, & .words': { minWidth: 0 },
  '& .name, & .email': { display: 'block', overflowWrap: 'anywhere' },
  '& .name': { fontWeight: 600 },
  '& .email': { typography: 'body2', color: 'text.secondary' },
} as const;
