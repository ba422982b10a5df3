import { MenuItem, TextField } from '@mui/material';
import { useListContext } from 'react-admin';
import { uniqueTags } from '#domain/contacts/tags.ts';
import { useTags } from './useTags.ts';

export const TagFilter = () => {
  const { filterValues, setFilters } = useListContext();
  const companyTags = useTags();
  const chosen: string[] = Array.isArray(filterValues.tags) ? filterValues.tags.map(String) : [];
  const choices = uniqueTags([...chosen, ...companyTags]);
  if (choices.length === 0) return null;
  const choose = (tags: string[]) => setFilters({ ...filterValues, tags: tags.length > 0 ? tags : undefined });
  return (
    <TextField
      select
      value={chosen}
      onChange={(event) => choose(event.target.value as unknown as string[])}
      sx={{ flex: { xs: '1 1 140px', sm: '0 1 140px' }, minWidth: 140 }}
      slotProps={{
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: (value) => (value as string[]).join(', ') || 'Any Tag',
          SelectDisplayProps: { 'aria-label': 'Tag filter' },
        },
      }}
    >
      {choices.map((tag) => (
        <MenuItem key={tag} value={tag}>
          {tag}
        </MenuItem>
      ))}
    </TextField>
  );
};
