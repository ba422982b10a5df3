import { Autocomplete, createFilterOptions, TextField } from '@mui/material';
import { useInput } from 'react-admin';

interface AutocompleteInputProps {
  source: string;
  label: string;
  choices: readonly string[];
  /** Shows a choice. The default shows it as it is. */
  textOf?: (choice: string) => string;
  isRequired?: boolean;
}

/** Selects one of many names, and can only be changed to another. Typing narrows the list. A stored value that is none of them stays available. */
export const AutocompleteInput = ({
  source,
  label,
  choices,
  textOf = (choice) => choice,
  isRequired = false,
}: AutocompleteInputProps) => {
  const { id, field, fieldState } = useInput<string | null>({ source });
  const value = field.value || null;
  return (
    <Autocomplete
      id={id}
      autoHighlight
      disableClearable={value !== null}
      options={value === null || choices.includes(value) ? choices : [...choices, value]}
      getOptionLabel={textOf}
      value={value}
      onChange={(_event, chosen: string | null) => field.onChange(chosen)}
      onBlur={field.onBlur}
      // 'New York' finds 'America/New_York' too, by either of its names.
      filterOptions={createFilterOptions({
        stringify: (choice) => `${textOf(choice)} ${choice} ${choice.replaceAll(/[/_]/g, ' ')}`,
      })}
      noOptionsText="Nothing found"
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, required: isRequired } }}
        />
      )}
    />
  );
};
