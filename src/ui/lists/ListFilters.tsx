import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/Search';
import { IconButton } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { searchMaxLength } from '#domain/shared/limits.ts';
import { searchDebounceMs } from '#src/limits.ts';
import { fieldLook } from './fieldLook.ts';
import { rememberList } from './listMemory.ts';
import { SelectBox } from './SelectBox.tsx';

/** Searches 300 ms after the last key, from page 1. The text is the list's `search` filter, so it is in the URL. */
export const SearchBox = ({ placeholder, label = 'Search' }: { placeholder: string; label?: string }) => {
  const { filterValues, setFilters } = useListContext();
  const applied = typeof filterValues.search === 'string' ? filterValues.search : '';
  const [typed, setTyped] = useState(applied);
  const sent = useRef(applied);
  const input = useRef<HTMLInputElement>(null);

  const { pathname, search: query } = useLocation();

  const apply = useRef((_search: string, _shownQuery: string) => {});
  const remember = useRef(() => {});
  useEffect(() => {
    remember.current = () => {
      if (typed.trim() !== applied)
        rememberList(pathname, withSearch(query, { ...filterValues, search: typed.trim() || undefined }));
    };
    apply.current = (search, shownQuery) => {
      // The URL is ahead of the list: another screen is loading, or the order or page has just changed. This effect runs again
      // once the list has caught up; a filter set before that would undo the change.
      if (window.location.pathname !== pathname || !isSameQuery(window.location.search, shownQuery)) return;
      sent.current = search;
      setFilters({ ...filterValues, search: search || undefined });
    };
  });
  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return;
    const timer = setTimeout(() => apply.current(search, query), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed, query]);
  // A row may be opened before the debounce ends. Back must still lead to what was typed.
  useEffect(() => () => remember.current(), []);
  // Back and Forward change the URL too, and then the URL wins.
  useEffect(() => {
    if (applied === sent.current) return;
    sent.current = applied;
    setTyped(applied);
  }, [applied]);

  return (
    // A label, so that a press beside the text focuses it.
    <SearchField className={placeholder.length > longText ? 'long' : undefined}>
      <Search fontSize="small" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        maxLength={searchMaxLength}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== '' && (
        <IconButton
          size="small"
          aria-label="Clear search"
          sx={{ my: '-5px', mr: '-4px', '&&': { minWidth: 0, minHeight: 0 } }}
          onClick={() => {
            setTyped('');
            apply.current('', query);
            input.current?.focus();
          }}
        >
          <Clear fontSize="small" />
        </IconButton>
      )}
    </SearchField>
  );
};

const withSearch = (query: string, filters: Record<string, unknown>) => {
  const parameters = new URLSearchParams(query);
  parameters.set('filter', JSON.stringify(filters));
  parameters.set('page', '1');
  return `?${parameters.toString()}`;
};

const isSameQuery = (a: string, b: string) => new URLSearchParams(a).toString() === new URLSearchParams(b).toString();

const SearchField = styled('label')({
  ...fieldLook.search,
  flex: '1 1 260px',
  // What is after it stays at the right edge, where it does not move when another filter comes late.
  '@media (min-width: 600px)': { maxWidth: 560, marginRight: 'auto' },
  // On a phone a long text has no room beside the buttons: it is smaller, and ends in three dots.
  '@media (max-width: 599.95px)': {
    '&.long': { padding: '0 3px 0 7px' },
    '&.long > svg': { marginRight: 4 },
    '&.long > input::placeholder': { fontSize: '0.8125rem' },
  },
});
const longText = 24;

interface FilterSelectProps {
  label: string;
  source: string;
  /** The value '' stands for no filter. */
  choices: readonly { value: string; label: string }[];
}

export const FilterSelect = ({ label, source, choices }: FilterSelectProps) => {
  const { filterValues, setFilters } = useListContext();
  const value: unknown = filterValues[source];
  return (
    <SelectBox
      label={label}
      value={typeof value === 'string' ? value : ''}
      choices={choices}
      onChange={(chosen) => setFilters({ ...filterValues, [source]: chosen || undefined })}
      sx={{ flex: { xs: '1 1 160px', sm: `0 1 ${widthFor(choices)}px` }, minWidth: 150 }}
    />
  );
};

/** As much as the longest choice needs, up to 190 pixels. */
const widthFor = (choices: FilterSelectProps['choices']) =>
  Math.min(190, Math.max(150, ...choices.map(({ label }) => 48 + 7.5 * label.length)));
