import { TextField, Typography, type TextFieldProps } from '@mui/material';
import { SelectMenu } from './SelectMenu.tsx';

interface SelectBoxProps {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  /** Its text where the value is none of the choices. */
  none?: string;
  onChange: (value: string) => void;
  sx: TextFieldProps['sx'];
}

export const SelectBox = ({ label, value, choices, none = '', onChange, sx }: SelectBoxProps) => (
  <SelectMenu
    label={label}
    text={choices.find((choice) => choice.value === value)?.label ?? none}
    chosen={[value]}
    choices={choices}
    onChoose={onChange}
    sx={sx}
  />
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
