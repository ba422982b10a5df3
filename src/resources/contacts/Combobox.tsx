import Search from '@mui/icons-material/Search';
import { Box, InputAdornment, Paper, TextField, useAutocomplete } from '@mui/material';
import { useForkRef } from '@mui/material/utils';
import { useState, type ReactNode, type Ref } from 'react';

interface ComboboxProps<Option extends { id: string }> {
  label: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
  options: readonly Option[] | undefined;
  status: string;
  statusAction?: ReactNode;
  onChoose: (option: Option) => void;
  renderOption: (option: Option) => ReactNode;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** MUI's autocomplete over a search on the server. The first result is highlighted; the text is never cleared on its own. */
export const Combobox = <Option extends { id: string }>({
  label,
  placeholder,
  text,
  onType,
  options = [],
  status,
  statusAction,
  onChoose,
  renderOption,
  inputRef,
}: ComboboxProps<Option>) => {
  const [isWanted, setWanted] = useState(false);
  const isOpen = isWanted && text.trim() !== '';
  const { getInputProps, getListboxProps, getOptionProps, getRootProps, groupedOptions } = useAutocomplete<Option>({
    options,
    getOptionLabel: ({ id }) => id,
    filterOptions: (all) => all,
    value: null,
    onChange: (_event, option) => option && onChoose(option),
    inputValue: text,
    onInputChange: (_event, value, reason) => reason === 'input' && onType(value),
    open: isOpen,
    onOpen: () => setWanted(true),
    onClose: (_event, reason) => reason !== 'blur' && setWanted(false),
    openOnFocus: true,
    autoHighlight: true,
  });
  const { ref, ...input } = getInputProps();
  const isEmpty = options.length === 0;
  return (
    <Box
      {...getRootProps()}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setWanted(false)}
      sx={{ position: 'relative' }}
    >
      <TextField
        inputRef={useForkRef(ref, inputRef)}
        placeholder={placeholder}
        size="medium"
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
          htmlInput: { ...input, 'aria-label': label, 'aria-expanded': isOpen },
        }}
      />
      {isOpen && (
        <Paper
          elevation={6}
          sx={{
            position: 'absolute',
            insetInline: 0,
            top: 'calc(100% + 4px)',
            zIndex: 'modal',
            p: 0.75,
            border: 1,
            borderColor: 'divider',
          }}
        >
          <Box
            component="ul"
            {...getListboxProps()}
            aria-label={label}
            sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 'min(440px, 60dvh)', overflowY: 'auto' }}
          >
            {(groupedOptions as readonly Option[]).map((option, index) => {
              const { key, ...props } = getOptionProps({ option, index });
              return (
                <Box
                  component="li"
                  key={key}
                  {...props}
                  sx={{
                    px: 1.25,
                    py: 0.75,
                    borderRadius: 1,
                    cursor: 'pointer',
                    '&.Mui-focused': { bgcolor: 'primary.light' },
                  }}
                >
                  {renderOption(option)}
                </Box>
              );
            })}
          </Box>
          {isEmpty && (
            <Box component="output" sx={{ display: 'block', px: 1.25, py: 1, color: 'text.secondary' }}>
              {status}
            </Box>
          )}
          {isEmpty && statusAction}
        </Paper>
      )}
    </Box>
  );
};
