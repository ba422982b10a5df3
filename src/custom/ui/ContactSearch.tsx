import Box from '@mui/material/Box';
import { useState, type ReactNode, type Ref } from 'react';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { ChosenContact } from './ChosenContact.tsx';
import { Combobox } from './Combobox.tsx';
import { PersonCell } from './PersonCell.tsx';
import { useContactSearch } from './useContactSearch.ts';

interface ContactSearchProps {
  label: string;
  placeholder: string;
  emptyText: string;
  /** What can be done when nobody is found. */
  emptyAction?: ReactNode;
  /** Narrows the search, as to members. */
  filter?: Record<string, unknown>;
  value: ContactRow | null;
  onChange: (contact: ContactRow | null) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Finds a contact by typing, and shows the one that was chosen. */
export const ContactSearch = ({ label, placeholder, emptyText, emptyAction, filter, value, onChange, inputRef }: ContactSearchProps) => {
  const [typed, setTyped] = useState('');
  const { found, error } = useContactSearch(typed, filter);
  if (value) return <ChosenContact contact={value} onChange={() => onChange(null)} />;
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      inputRef={inputRef}
      text={typed}
      onType={setTyped}
      options={found}
      status={error ? messageFrom(error, 'Failed to fetch contacts') : found ? emptyText : 'Searching...'}
      statusAction={found && !error ? emptyAction : undefined}
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
  );
};
