import { useListContext } from 'react-admin';
import { uniqueTags } from '#domain/contacts/tags.ts';
import { SelectMenu } from '#src/ui/lists/SelectMenu.tsx';
import { useTags } from './useTags.ts';

export const TagFilter = () => {
  const { filterValues, setFilters } = useListContext();
  const companyTags = useTags();
  const chosen: string[] = Array.isArray(filterValues.tags) ? filterValues.tags.map(String) : [];
  const choices = uniqueTags([...chosen, ...companyTags]);
  if (choices.length === 0) return null;
  const toggle = (tag: string) => {
    const tags = chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag];
    setFilters({ ...filterValues, tags: tags.length > 0 ? tags : undefined });
  };
  return (
    <SelectMenu
      label="Tag filter"
      text={chosen.join(', ') || 'Any Tag'}
      chosen={chosen}
      choices={choices.map((tag) => ({ value: tag, label: tag }))}
      onChoose={toggle}
      isMultiple
      sx={{ flex: { xs: '1 1 140px', sm: '0 1 140px' }, minWidth: 140 }}
    />
  );
};
