import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';

interface ComboboxProps<Option extends { id: string | number }> {
  label: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
  /** What the text found; undefined while searching. */
  options: readonly Option[] | undefined;
  /** What stands in the list's place while there is none. */
  status: string;
  /** What can be done about it. */
  statusAction?: ReactNode;
  onChoose: (option: Option) => void;
  renderOption: (option: Option) => ReactNode;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A search with a list of what it finds: arrows move, Enter chooses, Escape closes; the first one found is at hand. */
export const Combobox = <Option extends { id: string | number }>({
  label,
  placeholder,
  text,
  onType,
  options,
  status,
  statusAction,
  onChoose,
  renderOption,
  inputRef,
}: ComboboxProps<Option>) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const count = options?.length ?? 0;
  const shows = isOpen && text.trim() !== '';
  const current = shows ? options?.[Math.min(active, count - 1)] : undefined;

  const keys: Record<string, () => void> = {
    ArrowDown: () => (shows ? setActive((active + 1) % Math.max(count, 1)) : setOpen(true)),
    ArrowUp: () => setActive((active - 1 + count) % Math.max(count, 1)),
    Enter: () => current && onChoose(current),
    Escape: () => setOpen(false),
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return (
    <Box sx={{ position: 'relative' }} onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}>
      <TextField
        inputRef={inputRef}
        value={text}
        placeholder={placeholder}
        onChange={(event) => {
          onType(event.target.value);
          setOpen(true);
          setActive(0);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={press}
        size="medium"
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
          htmlInput: {
            role: 'combobox',
            autoComplete: 'off',
            'aria-label': label,
            'aria-expanded': shows,
            'aria-autocomplete': 'list',
            'aria-controls': shows ? `${id}-list` : undefined,
            'aria-activedescendant': current ? `${id}-${current.id}` : undefined,
          },
        }}
      />
      {shows && (
        <Paper
          elevation={6}
          onMouseDown={(event) => event.preventDefault()}
          sx={{ position: 'absolute', insetInline: 0, top: 'calc(100% + 4px)', zIndex: 'modal', p: 0.75, border: 1, borderColor: 'divider' }}
        >
          <Box id={`${id}-list`} {...listRole} aria-label={label} sx={{ maxHeight: 'min(440px, 60dvh)', overflowY: 'auto' }}>
            {options?.map((option) => (
              <Box
                key={option.id}
                id={`${id}-${option.id}`}
                {...optionRole}
                aria-selected={option === current}
                onClick={() => onChoose(option)}
                onMouseMove={() => setActive(options.indexOf(option))}
                sx={{ px: 1.25, py: 0.75, borderRadius: 1, cursor: 'pointer', '&[aria-selected="true"]': { bgcolor: 'primary.light' } }}
              >
                {renderOption(option)}
              </Box>
            ))}
          </Box>
          {count === 0 && (
            <Box component="output" sx={{ display: 'block', px: 1.25, py: 1, color: 'text.secondary' }}>
              {status}
            </Box>
          )}
          {count === 0 && statusAction}
        </Paper>
      )}
    </Box>
  );
};

const listRole = { role: 'listbox' } as const;
const optionRole = { role: 'option' } as const;
