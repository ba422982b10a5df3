import Avatar from '@mui/material/Avatar';

interface Person {
  firstName: string;
  lastName: string;
  thumbnailUrl?: string | null | undefined;
}

/** A person's picture, else their initials. The name stands beside it, so it is silent for a screen reader. */
export const PersonAvatar = ({ person, size = 34 }: { person: Person; size?: number }) => (
  <Avatar
    src={person.thumbnailUrl ?? undefined}
    alt=""
    aria-hidden="true"
    sx={{ width: size, height: size, fontSize: size * 0.38, fontWeight: 600, bgcolor: 'primary.light', color: 'primary.main' }}
  >
    {initialsOf(person)}
  </Avatar>
);

const initialsOf = ({ firstName, lastName }: Person) => `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase();
