import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { searchDebounceMs, searchMaxLength } from '#domain/rules/limits.ts';

/** Spec §9: searches 300 ms after the last key, from page 1. The text is the list's `search` filter, so it is in the URL. */
export const SearchBox = ({ placeholder, label = 'Search' }: { placeholder: string; label?: string }) => {
  const { filterValues, setFilters } = useListContext();
  const applied = typeof filterValues.search === 'string' ? filterValues.search : '';
  const [typed, setTyped] = useState(applied);
  const sent = useRef(applied);
  const input = useRef<HTMLInputElement>(null);

  const apply = useRef((_search: string) => {});
  useEffect(() => {
    apply.current = (search) => {
      sent.current = search;
      setFilters({ ...filterValues, search: search || undefined });
    };
  });
  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return;
    const timer = setTimeout(() => apply.current(search), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  // The URL can change without us, by Back or Forward: then it is the URL that counts.
  useEffect(() => {
    if (applied === sent.current) return;
    sent.current = applied;
    setTyped(applied);
  }, [applied]);

  return (
    <TextField
      inputRef={input}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={placeholder}
      sx={{ flex: '1 1 260px' }}
      slotProps={{
        htmlInput: { 'aria-label': label, type: 'search', maxLength: searchMaxLength, role: 'searchbox', sx: hideNativeClear },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: typed !== '' && (
            <IconButton
              size="small"
              edge="end"
              aria-label="Clear search"
              onClick={() => {
                setTyped('');
                apply.current('');
                input.current?.focus();
              }}
            >
              <Clear fontSize="small" />
            </IconButton>
          ),
        },
      }}
    />
  );
};

const hideNativeClear = { '&::-webkit-search-cancel-button': { display: 'none' } };
