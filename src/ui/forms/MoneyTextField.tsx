import { InputAdornment, TextField, type TextFieldProps } from '@mui/material';
import { useRef } from 'react';

/** An amount of money as it is typed; see `centsFromText`. */
export const MoneyTextField = ({
  onType,
  ...field
}: Omit<TextFieldProps, 'onChange' | 'slotProps'> & { onType: (typed: string) => void }) => {
  const typed = useRef('');
  return (
    <TextField
      {...field}
      // What is typed replaces the offered amount.
      onFocus={({ target }) => target.value !== typed.current && target.select()}
      onChange={({ target }) => {
        typed.current = target.value;
        onType(target.value);
      }}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 16 },
        input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
      }}
    />
  );
};
