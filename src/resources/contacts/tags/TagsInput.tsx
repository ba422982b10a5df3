import { Autocomplete, TextField } from '@mui/material';
import { useState } from 'react';
import { useInput } from 'react-admin';
import { tagMaxLength, tagsMax } from '#domain/shared/limits.ts';
import { readTags, spellTags } from '#domain/contacts/tags.ts';
import { useTags } from './useTags.ts';

/** Free-text tags for a contact, with the company's tags as suggestions. Enter or a comma ends a tag. */
export const TagsInput = () => {
  const companyTags = useTags();
  const { id, field, fieldState } = useInput<string[]>({ source: 'tags', defaultValue: [] });
  const [typed, setTyped] = useState('');
  const tags: string[] = field.value ?? [];
  const change = (value: readonly string[]) => field.onChange(spellTags(value.flatMap(readTags), companyTags));
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      filterSelectedOptions
      id={id}
      options={[...companyTags]}
      value={tags}
      onChange={(_event, value) => change(value)}
      inputValue={typed}
      onInputChange={(_event, text) => {
        const isEnded = /[,;]/.test(text);
        if (isEnded) change([...tags, text]);
        setTyped(isEnded ? '' : text);
      }}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label="Tags"
          error={fieldState.invalid}
          helperText={errorText(fieldState.error) ?? `Up to ${tagsMax} labels of ${tagMaxLength} characters each`}
        />
      )}
    />
  );
};

/** The error of the list as a whole, or of its first invalid tag. */
const errorText = (error: unknown): string | undefined => {
  if (!error || typeof error !== 'object') return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .map(errorText)
    .find((text) => text !== undefined);
};
