import { Alert, AlertTitle, Box, Link } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { DuplicateReason } from '#domain/contacts/duplicatesContract.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useDebounced } from '#src/ui/time.ts';
import { contactActions } from '#src/dataProvider/contacts.ts';
import { ContactLink } from './panel/ContactLink.tsx';

/** Contacts that may be duplicates of the one being typed, with a link to each. It never blocks the form. */
export const DuplicateHint = () => {
  const duplicates = useDuplicates();
  const isShown = duplicates.length > 0;
  // It comes late, and pushes the field that is being filled in below the form's buttons.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isShown && activeElement?.closest('form')) activeElement.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    // Empty, it takes no gap of the fields' grid.
    <Box component="output" sx={{ display: 'block', mt: isShown ? 0 : -2 }}>
      {isShown && (
        <Alert severity="info" role="presentation">
          <AlertTitle>This contact may already exist</AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
            {duplicates.map(({ contact, reasons }) => (
              <li key={contact.id}>
                <Link component={ContactLink} id={contact.id}>
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

/** Contacts similar to the one in the surrounding form, searched 300 ms after the last key. Empty for a server without this call. */
const useDuplicates = () => {
  const typed = useTyped();
  const { isSubmitting, isSubmitSuccessful } = useFormState();
  const isEnough = Boolean(typed.email || typed.phone || (typed.firstName && typed.lastName && typed.dateOfBirth));
  const { data } = useQuery({
    queryKey: ['contacts', 'findDuplicates', typed],
    queryFn: ({ signal }) => contactActions.findDuplicates(typed, signal),
    // After saving, the contact would be found as its own duplicate.
    enabled: isEnough && !isSubmitting && !isSubmitSuccessful,
    placeholderData: keepPreviousData,
  });
  return isEnough ? (data ?? []) : [];
};

const watched = ['email', 'phone', 'firstName', 'lastName', 'dateOfBirth'] as const;
const shortestPhone = 7;
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const useTyped = (): Record<string, string> => {
  const { id: locationId } = useSelectedLocation();
  const values: unknown[] = useWatch({ name: [...watched] });
  const now = JSON.stringify(values);
  const settled = useDebounced(now, now);
  const query: Record<string, string> = { locationId };
  (JSON.parse(settled) as unknown[]).forEach((value, index) => {
    const name = watched[index];
    if (name && typeof value === 'string' && isSearchable(name, value.trim())) query[name] = value.trim();
  });
  return query;
};

const isSearchable = (name: (typeof watched)[number], text: string) => {
  if (name === 'email') return looksLikeEmail.test(text);
  if (name === 'phone') return text.replaceAll(/\D/g, '').length >= shortestPhone;
  return text !== '';
};
