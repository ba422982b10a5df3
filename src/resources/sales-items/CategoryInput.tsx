import { Autocomplete, TextField } from '@mui/material';
import { useInput } from 'react-admin';
import { categoryMaxLength } from '#domain/shared/limits.ts';
import { useCategories } from './useCategories.ts';

export const CategoryInput = () => {
  const categories = useCategories();
  const { id, field, fieldState } = useInput<string | null>({ source: 'category' });
  const typed = field.value ?? '';
  return (
    <Autocomplete
      freeSolo
      id={id}
      options={[...categories]}
      value={typed}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        // After a reset MUI reports the value that the field already has.
        if (reason !== 'reset' || text !== '') field.onChange(text);
      }}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label="Category"
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? 'Groups items at the till.'}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: categoryMaxLength },
          }}
        />
      )}
    />
  );
};
