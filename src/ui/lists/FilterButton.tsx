import Tune from '@mui/icons-material/Tune';
import { IconButton } from '@mui/material';

interface FilterButtonProps {
  label: string;
  /** The number of filters in use. */
  count: number;
  onClick: () => void;
}

/** Opens the sheet of filters on a phone. */
export const FilterButton = ({ label, count, onClick }: FilterButtonProps) => (
  <IconButton
    aria-label={count > 0 ? `${label}, ${count} in use` : label}
    aria-haspopup="dialog"
    onClick={onClick}
    sx={{ ml: 'auto', fontSize: '0.875rem' }}
  >
    <Tune />
    {count > 0 && count}
  </IconButton>
);
