import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import { Box, Dialog, IconButton, InputBase, Typography, useAutocomplete } from '@mui/material';
import { useForkRef } from '@mui/material/utils';
import { useId, useLayoutEffect, useRef, type HTMLAttributes, type Key } from 'react';
import { searchMaxLength } from '#domain/shared/limits.ts';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { ignoreDoubleClick } from '#src/ui/TitledDialog.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import type { Command } from './command.ts';
import { readAction } from './contactActions.ts';
import { useLocalCommands } from './useLocalCommands.tsx';
import { useSearchCommands } from './useSearchCommands.tsx';

export const PaletteDialog = (props: PaletteSearchProps) => (
  <Dialog
    open
    {...ignoreDoubleClick(props.onClose)}
    fullWidth
    maxWidth="sm"
    transitionDuration={0}
    slotProps={{ container: { sx: alignTop }, paper: { 'aria-label': 'Search', sx: sheet } }}
  >
    <PaletteSearch {...props} />
  </Dialog>
);

const alignTop = { alignItems: 'flex-start' } as const;
const sheet = {
  m: { xs: 1, sm: 3 },
  mt: { xs: 1, sm: '10vh' },
  width: 'calc(100% - 16px)',
  maxHeight: { xs: 'calc(100dvh - 16px)', sm: '76vh' },
} as const;

export interface PaletteSearchProps {
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
  onRun: (command: Command) => void;
}

const PaletteSearch = ({ text, onType, onClose, onRun }: PaletteSearchProps) => {
  const local = useLocalCommands(text);
  const help = useIsPhone()
    ? 'Type a name, a page or an action'
    : 'Use the arrow keys to move, Enter to open, Escape to close';
  const { found, failures, isSearching } = useSearchCommands(text);
  // Last, so that they push nothing down.
  const options = [...local.commands, ...found, ...(isSearching ? [] : local.related)];
  const { groupedOptions, getInputProps, getListboxProps, getOptionProps, getRootProps } = useAutocomplete({
    options,
    groupBy: ({ group }) => group,
    // Two entries may have the same label, but never the same id.
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
  // Handled before the dialog sees it.
  useLayoutEffect(() => typing.current?.focus(), []);
  return (
    <>
      <Box {...getRootProps()} sx={field}>
        <Search aria-hidden="true" sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          placeholder="Search, or type: freeze Frank"
          inputRef={inputRef}
          inputProps={{
            ...input,
            'aria-label': 'Search',
            maxLength: searchMaxLength,
            ...(options.length === 0 && none),
          }}
        />
        <IconButton onClick={onClose} aria-label="Close" edge="end">
          <Close fontSize="small" />
        </IconButton>
      </Box>
      {options.length > 0 && (
        <Box component="ul" {...getListboxProps()} aria-label="Results" sx={results}>
          {groupedOptions.map(({ key, group, index, options: commands }) => (
            <PaletteGroup
              key={key}
              label={group}
              commands={commands}
              propsOf={(command, place) => getOptionProps({ option: command, index: index + place })}
            />
          ))}
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 1, px: 1.5, py: 1, borderTop: 1, borderColor: 'divider' }}>
        {failures.map(({ group, text: sentence, retry }) => (
          <ErrorState key={group} text={`${group}: ${sentence}`} onRetry={retry} />
        ))}
        <Typography component="output" variant="body2" color="textSecondary">
          {toStatus(text, isSearching, options.length) ?? help}
        </Typography>
      </Box>
    </>
  );
};

const toStatus = (text: string, isSearching: boolean, count: number) => {
  if (text.trim() === '') return undefined;
  if (readAction(text)?.name === '') return 'Type a name';
  if (isSearching) return 'Searching...';
  return count === 0 ? 'Nothing found' : `${count} found`;
};

const none = { 'aria-expanded': false, 'aria-controls': undefined, 'aria-activedescendant': undefined };
const field = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  px: 2,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
const results = { listStyle: 'none', m: 0, px: 1, py: 0.5, flex: 1, minHeight: 0, overflowY: 'auto' } as const;

interface PaletteGroupProps {
  label: string;
  commands: readonly Command[];
  propsOf: (command: Command, place: number) => HTMLAttributes<HTMLLIElement> & { key: Key };
}

const PaletteGroup = ({ label, commands, propsOf }: PaletteGroupProps) => {
  const id = useId();
  return (
    <Box component="li" {...bare}>
      <Box component="ul" {...group} aria-labelledby={id} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <Typography
          component="li"
          {...bare}
          id={id}
          variant="caption"
          color="textSecondary"
          sx={{ display: 'block', fontWeight: 600, px: 1.25, pt: 1.25, pb: 0.5 }}
        >
          {label}
        </Typography>
        {commands.map((command, place) => {
          const { key, ...props } = propsOf(command, place);
          return (
            <Box component="li" key={key} {...props} sx={line}>
              <Line command={command} />
            </Box>
          );
        })}
      </Box>
    </Box>
  );
};

const Line = ({ command: { icon, label, subtitle, detail } }: { command: Command }) => (
  <>
    <Box
      component="span"
      aria-hidden="true"
      sx={{ display: 'grid', placeItems: 'center', width: 28, color: 'text.secondary' }}
    >
      {icon}
    </Box>
    <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
      <Box component="span" sx={{ display: 'block', fontWeight: 500, overflowWrap: 'anywhere' }}>
        {label}
      </Box>
      {subtitle && (
        <Typography component="span" variant="body2" color="textSecondary" noWrap sx={{ display: 'block' }}>
          {subtitle}
        </Typography>
      )}
    </Box>
    {detail && (
      <Typography
        component="span"
        variant="body2"
        color="textSecondary"
        className="tabular"
        sx={{ textAlign: 'right' }}
      >
        {detail}
      </Typography>
    )}
  </>
);

const bare = { role: 'presentation' } as const;
const group = { role: 'group' } as const;

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: { xs: 44, sm: 40 },
  px: 1.25,
  py: 0.5,
  borderRadius: 1,
  fontSize: '0.875rem',
  cursor: 'pointer',
  '&.Mui-focused': { bgcolor: 'primary.light' },
} as const;
