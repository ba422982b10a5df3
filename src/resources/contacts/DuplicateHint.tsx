import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import type { DuplicateReason } from '#domain/contract/contacts-duplicates.ts';
import { paths } from '#src/paths.ts';
import { useDuplicates } from './useDuplicates.ts';

/** Contacts that may be the one being typed, with a link to each; it never holds anybody up. */
export const DuplicateHint = () => {
  const duplicates = useDuplicates();
  return (
    <Box component="output" sx={{ display: 'block', my: duplicates.length > 0 ? 1 : 0 }}>
      {duplicates.length > 0 && (
        <Alert severity="info" role="presentation">
          <AlertTitle>This contact may already exist</AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
            {duplicates.map(({ contact, reasons }) => (
              <li key={contact.id}>
                <Link component={RouterLink} to={paths.contacts.show(contact.id)}>
                  {contact.firstName} {contact.lastName}
                </Link>{' '}
                ({contact.email}): {reasons.map((reason) => reasonText[reason]).join(', ')}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </Box>
  );
};

const reasonText: Record<DuplicateReason, string> = {
  email: 'same email',
  phone: 'same phone',
  name_and_birthday: 'same name and date of birth',
};
