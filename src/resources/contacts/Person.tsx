import { Avatar } from '@mui/material';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { EmailText } from '#src/ui/fields.tsx';

interface PersonCellProps {
  person: { firstName: string; lastName: string; email: string; thumbnailUrl?: string | null | undefined };
  /** Beside the name. */
  mark?: ReactNode;
  /** Replaces the email in a list's card. */
  cardLine?: string | null | undefined;
}

export const PersonCell = ({ person, mark, cardLine }: PersonCellProps) => (
  <PersonLine>
    <PersonAvatar person={person} />
    <span className="words">
      <span className="top">
        <span className="name cut">
          {person.firstName} {person.lastName}
        </span>
        {mark}
      </span>
      <span className={cardLine ? 'email cut table-only' : 'email cut'}>
        <EmailText email={person.email} />
      </span>
      {cardLine && <span className="line card-only">{cardLine}</span>}
    </span>
  </PersonLine>
);

const PersonLine = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  '&, & .words': { minWidth: 0 },
  '& .name, & .email': { display: 'block', overflowWrap: 'anywhere' },
  '& .top': { display: 'flex', alignItems: 'center', gap: 8 },
  '& .top > .name': { minWidth: 0 },
  '& .top > :not(.name)': { flexShrink: 0 },
  '& .name': { fontWeight: 600 },
  '& :is(.email, .line)': { fontSize: '0.8125rem', lineHeight: 1.5, color: 'var(--mui-palette-text-secondary)' },
});

interface Person {
  firstName: string;
  lastName: string;
  thumbnailUrl?: string | null | undefined;
}

/** A person's picture, else their initials. Hidden from screen readers, which read the name beside it. */
export const PersonAvatar = ({ person, size = 34 }: { person: Person; size?: number }) => (
  <Avatar
    src={person.thumbnailUrl ?? undefined}
    alt=""
    aria-hidden="true"
    sx={{
      width: size,
      height: size,
      fontSize: size * 0.38,
      fontWeight: 600,
      bgcolor: 'primary.light',
      color: 'primary.main',
    }}
  >
    {getInitials(person)}
  </Avatar>
);

const getInitials = ({ firstName, lastName }: Person) => `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase();
