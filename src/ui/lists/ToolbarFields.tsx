import { MenuItem, TextField, Typography, type TextFieldProps } from '@mui/material';

interface SelectBoxProps {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  sx: TextFieldProps['sx'];
}

export const SelectBox = ({ label, value, choices, onChange, sx }: SelectBoxProps) => (
  <TextField
    select
    value={value}
    onChange={(event) => onChange(event.target.value)}
    sx={sx}
    slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } } }}
  >
    {choices.map((choice) => (
      <MenuItem key={choice.value} value={choice.value}>
        {choice.label}
      </MenuItem>
    ))}
  </TextField>
);

interface DateBoxProps {
  label: string;
  value: string;
  bounds: { min?: string | undefined; max?: string | undefined };
  onChange: (day: string) => void;
  sx: TextFieldProps['sx'];
}

export const DateBox = ({ label, value, bounds, onChange, sx }: DateBoxProps) => (
  <TextField
    type="date"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    sx={sx}
    slotProps={{
      htmlInput: { 'aria-label': label, ...bounds },
      input: {
        startAdornment: (
          <Typography component="span" variant="body2" color="textSecondary" aria-hidden sx={{ mr: 1 }}>
            {label}
          </Typography>
        ),
      },
    }}
  />
);
