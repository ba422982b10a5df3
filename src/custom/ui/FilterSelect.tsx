import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useListContext } from 'react-admin';

interface FilterSelectProps {
  label: string;
  /** The name of the list's filter. */
  source: string;
  /** The value '' stands for no filter. */
  choices: readonly { value: string; label: string }[];
}

/** One filter of a list, as a choice. A change starts again at page 1. */
export const FilterSelect = ({ label, source, choices }: FilterSelectProps) => {
  const { filterValues, setFilters } = useListContext();
  const value: unknown = filterValues[source];
  return (
    <TextField
      select
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => setFilters({ ...filterValues, [source]: event.target.value || undefined })}
      sx={{ flex: { xs: '1 1 160px', sm: '0 1 190px' }, minWidth: 160 }}
      slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } } }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
};
