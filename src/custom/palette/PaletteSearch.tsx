import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useForkRef } from '@mui/material/utils';
import { useLayoutEffect, useRef } from 'react';
import { searchMaxLength } from '#domain/rules/limits.ts';
import { ErrorState } from '#src/custom/ui/ErrorState.tsx';
import type { Command } from './command.ts';
import { PaletteGroup } from './PaletteGroup.tsx';
import { useSearchCommands } from './useSearchCommands.tsx';
import { useLocalCommands } from './useLocalCommands.tsx';

export interface PaletteSearchProps {
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
  onRun: (command: Command) => void;
}

/** One field for everything: type, and what there is to open or to do is a key away. */
export const PaletteSearch = ({ text, onType, onClose, onRun }: PaletteSearchProps) => {
  const local = useLocalCommands(text);
  const { found, failures, isSearching } = useSearchCommands(text);
  const options = [...local, ...found];
  const { groupedOptions, getInputProps, getListboxProps, getOptionProps, getRootProps } = useAutocomplete({
    options,
    groupBy: ({ group }) => group,
    // Two lines may bear the same name: the id tells them apart.
    getOptionLabel: ({ id }) => id,
    filterOptions: (all) => all,
    value: null,
    onChange: (_event, command) => command && onRun(command),
    inputValue: text,
    onInputChange: (_event, value, reason) => reason === 'input' && onType(value),
    open: true,
    onClose: (_event, reason) => reason === 'escape' && onClose(),
    autoHighlight: true,
  });
  const { ref, ...input } = getInputProps();
  const typing = useRef<HTMLInputElement>(null);
  const inputRef = useForkRef(ref, typing);
  // Sooner than the dialog takes it for itself.
  useLayoutEffect(() => typing.current?.focus(), []);
  return (
    <>
      <Box {...getRootProps()} sx={field}>
        <Search aria-hidden="true" sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          placeholder="Find people, plans, items, invoices and pages"
          inputRef={inputRef}
          inputProps={{ ...input, 'aria-label': 'Search', maxLength: searchMaxLength, ...(options.length === 0 && none) }}
        />
        <IconButton onClick={onClose} aria-label="Close" edge="end">
          <Close fontSize="small" />
        </IconButton>
      </Box>
      {options.length > 0 && (
        <Box component="ul" {...getListboxProps()} aria-label="Results" sx={results}>
          {groupedOptions.map(({ key, group, index, options: commands }) => (
            <PaletteGroup key={key} label={group} commands={commands} propsOf={(command, place) => getOptionProps({ option: command, index: index + place })} />
          ))}
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 1, px: 1.5, py: 1, borderTop: 1, borderColor: 'divider' }}>
        {failures.map(({ group, text: sentence, retry }) => (
          <ErrorState key={group} text={`${group}: ${sentence}`} onRetry={retry} />
        ))}
        <Typography component="output" variant="body2" color="textSecondary">
          {statusOf(text, isSearching, options.length)}
        </Typography>
      </Box>
    </>
  );
};

const statusOf = (text: string, isSearching: boolean, count: number) => {
  if (text.trim() === '') return 'Arrows to move, Enter to open, Escape to close';
  if (isSearching) return 'Searching...';
  return count === 0 ? 'Nothing found' : `${count} found`;
};

const none = { 'aria-expanded': false, 'aria-controls': undefined, 'aria-activedescendant': undefined };
const field = { display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 0.75, borderBottom: 1, borderColor: 'divider' } as const;
const results = { listStyle: 'none', m: 0, px: 1, py: 0.5, flex: 1, minHeight: 0, overflowY: 'auto' } as const;
