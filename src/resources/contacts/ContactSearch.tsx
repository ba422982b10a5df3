import { Box, Button, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useState, type ReactNode, type Ref } from 'react';
import { readCode } from '#domain/contacts/memberCode.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { contactDropdownSize, searchDebounceMs } from '#src/limits.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useDebounced, useTimeout } from '#src/ui/time.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import { Combobox } from './Combobox.tsx';
import { useNamed } from './PeopleInMemory.tsx';
import { PersonAvatar, PersonCell } from './Person.tsx';

interface ContactSearchProps {
  label: string;
  placeholder: string;
  emptyText: string;
  /** The next step when nobody is found by what was typed. */
  renderEmptyAction?: (typed: string) => ReactNode;
  /** Contacts without a membership are not found. */
  membersOnly?: boolean;
  value: ListedContact | null;
  onChange: (contact: ListedContact | null) => void;
  onType?: (typed: string) => void;
  /** Called with a whole code that was scanned or typed, in place of a search for it. The field is then empty for the next one. */
  onScan?: (code: string) => void;
  inputRef?: Ref<HTMLInputElement>;
  photoSize?: number;
}

export const ContactSearch = ({
  label,
  placeholder,
  emptyText,
  renderEmptyAction,
  membersOnly = false,
  value,
  onChange,
  onType,
  onScan,
  inputRef,
  photoSize,
}: ContactSearchProps) => {
  const [typed, setTyped] = useState('');
  const code = readCode(typed);
  // A code is also that of somebody without a membership.
  const { found, error } = useContactSearch(code && onScan ? '' : typed, membersOnly && code === null);
  const [only, second] = found ?? [];
  const scanned = code !== null && second === undefined ? only : undefined;
  const chooseScanned = useEffectEvent(onChange);
  useEffect(() => {
    if (scanned) chooseScanned(scanned);
  }, [scanned]);

  // A scanner ends with Enter, or with nothing.
  const takeScan = () => {
    if (!code || !onScan) return false;
    setTyped('');
    onScan(code);
    return true;
  };
  useTimeout(takeScan, code && onScan ? searchDebounceMs : null);

  if (value && typed) setTyped('');
  if (value) return <ChosenContact contact={value} photoSize={photoSize} onChange={() => onChange(null)} />;
  return (
    <Box
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !takeScan()) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Combobox
        label={label}
        placeholder={placeholder}
        inputRef={inputRef}
        text={typed}
        onType={(text) => {
          setTyped(text);
          onType?.(text);
        }}
        options={found}
        status={
          error
            ? messageFrom(error, 'Failed to fetch contacts')
            : found
              ? code
                ? codeUnknown
                : emptyText
              : 'Searching...'
        }
        statusAction={found && !error ? renderEmptyAction?.(typed.trim()) : undefined}
        onChoose={(contact) => {
          setTyped('');
          onChange(contact);
        }}
        renderOption={(contact) => (
          <Box sx={{ py: 0.25 }}>
            <PersonCell person={contact} />
          </Box>
        )}
      />
    </Box>
  );
};

export const codeUnknown = 'No member has this code. It may have been replaced.';

/**
 * Contacts at the selected location that match the typed text, and visitors whose membership is valid there: at most eight. Their
 * names come from memory at once, and 300 ms after the last key what the server finds. `found` is undefined while neither knows.
 */
const useContactSearch = (typed: string, membersOnly: boolean) => {
  const { id: locationId } = useSelectedLocation();
  const wanted = typed.trim();
  const search = useDebounced(wanted);
  const { data, error } = useRows<ListedContact>(
    'contacts',
    {
      pagination: { page: 1, perPage: contactDropdownSize },
      sort: { field: 'relevance', order: 'ASC' },
      filter: { ...(membersOnly && { memberFilter: 'members' }), search, locationId, includeVisitors: true },
    },
    { enabled: search !== '' },
  );
  const named = useNamed(locationId, wanted, contactDropdownSize, ({ isMember }) => isMember || !membersOnly);
  const isAnswered = search === wanted && wanted !== '';
  const meanwhile = named.length > 0 ? named : undefined;
  return { found: (isAnswered && data) || meanwhile, error: isAnswered ? error : null };
};

/** Adds what only the server has to a contact who was chosen by the name alone. */
export const useWhole = (contact: ListedContact): ListedContact => {
  const { id: locationId } = useSelectedLocation();
  const { data: [whole] = [] } = useRows<ListedContact>(
    'contacts',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'firstName', order: 'ASC' },
      filter: { ids: contact.id, locationId, includeVisitors: true },
    },
    { enabled: contact.isNameOnly === true },
  );
  return whole ?? contact;
};

interface ChosenContactProps {
  contact: ListedContact;
  photoSize?: number | undefined;
  onChange?: () => void;
}

export const ChosenContact = ({ contact: chosen, photoSize = 44, onChange }: ChosenContactProps) => {
  const contact = useWhole(chosen);
  const isLarge = photoSize > 44;
  // On a phone, beside a large photo, they take the button's room, too, so that a long name is not broken.
  const words = { xs: isLarge ? '2 / -1' : 2, sm: 2 };
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        alignItems: 'center',
        columnGap: 1.5,
        p: { xs: 1.25, sm: 1.5 },
        border: 1,
        borderColor: 'primary.main',
        borderRadius: 1,
        bgcolor: 'background.default',
        '& > *': { minWidth: 0, overflowWrap: 'anywhere' },
      }}
    >
      <Box sx={{ gridRow: both }}>
        <PersonAvatar person={{ ...contact, thumbnailUrl: contact.previewUrl }} size={photoSize} />
      </Box>
      <Box sx={{ gridColumn: words, alignSelf: 'end', fontWeight: 600, ...(isLarge && { fontSize: '1.125rem' }) }}>
        {contact.firstName} {contact.lastName}
      </Box>
      <Box sx={{ gridColumn: words, gridRow: 2, alignSelf: 'start' }}>
        {contact.email && (
          <Typography variant="body2" color="textSecondary" title={contact.email} sx={oneLine}>
            {contact.email}
          </Typography>
        )}
        {contact.phone && (
          <Typography variant="body2" color="textSecondary">
            {displayPhone(contact.phone)}
          </Typography>
        )}
      </Box>
      {onChange && (
        <Button
          size="small"
          onClick={onChange}
          sx={{ gridColumn: 3, gridRow: { xs: isLarge ? 2 : both, sm: both }, alignSelf: { xs: 'end', sm: 'center' } }}
        >
          Change
        </Button>
      )}
    </Box>
  );
};

const both = '1 / span 2';

/** It breaks anywhere, so that it never makes what is around it wider. */
const oneLine = {
  display: '-webkit-box',
  WebkitLineClamp: 1,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  wordBreak: 'break-all',
} as const;
