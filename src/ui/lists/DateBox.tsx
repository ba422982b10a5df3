import { TextField, Typography, type TextFieldProps } from '@mui/material';

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
