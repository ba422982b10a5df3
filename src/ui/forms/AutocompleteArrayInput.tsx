import { Autocomplete, TextField } from '@mui/material';
import { useInput } from 'react-admin';

interface Choice {
  id: string;
  name: string;
}

interface AutocompleteArrayInputProps {
  source: string;
  label: string;
  choices: readonly Choice[];
  isLoading?: boolean;
  noneText: string;
  helperText?: string;
}

/** Selects any number of records and stores their ids. Typing narrows the list. */
export const AutocompleteArrayInput = ({
  source,
  label,
  choices,
  isLoading = false,
  noneText,
  helperText,
}: AutocompleteArrayInputProps) => {
  const { id, field, fieldState } = useInput<string[]>({ source, defaultValue: [] });
  const chosen = field.value.map(
    (value: string) => choices.find((choice) => choice.id === value) ?? { id: value, name: '…' },
  );
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      id={id}
      options={[...choices]}
      value={chosen}
      onChange={(_event, value: Choice[]) => field.onChange(value.map((choice) => choice.id))}
      onBlur={field.onBlur}
      loading={isLoading}
      noOptionsText={noneText}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? helperText}
        />
      )}
    />
  );
};
