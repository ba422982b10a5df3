import { InputAdornment, TextField, type TextFieldProps } from '@mui/material';

/** An amount of money as it is typed; see `centsFromText`. */
export const MoneyTextField = ({
  onType,
  ...field
}: Omit<TextFieldProps, 'onChange' | 'slotProps'> & { onType: (typed: string) => void }) => (
  <TextField
    {...field}
    // What is typed replaces the offered amount.
    onFocus={(event) => event.target.select()}
    onChange={(event) => onType(event.target.value)}
    slotProps={{
      htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 16 },
      input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
    }}
  />
);
