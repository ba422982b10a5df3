import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { dateOrders, type DateOrder } from '#domain/rules/contactImportDates.ts';

interface DateOrderSelectProps {
  value: DateOrder;
  onChange: (order: DateOrder) => void;
}

/** 3/4/1990 is a day in March or in April: the column as a whole has told, and the user may know better. */
export const DateOrderSelect = ({ value, onChange }: DateOrderSelectProps) => (
  <TextField
    select
    label="Dates of birth are written"
    value={value}
    onChange={({ target }) => onChange(dateOrders.find((order) => order === target.value) ?? value)}
    sx={{ maxWidth: 320, mt: 1 }}
  >
    {dateOrders.map((order) => (
      <MenuItem key={order} value={order}>
        {labels[order]}
      </MenuItem>
    ))}
  </TextField>
);

const labels: Record<DateOrder, string> = { month: 'Month first (3/25/1990)', day: 'Day first (25/3/1990)' };
