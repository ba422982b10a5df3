import { InputAdornment } from '@mui/material';
import { useState } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { numberFromText } from './moneyText.ts';

interface DecimalInputProps extends TextInputProps {
  emptyValue?: number | null;
  prefix?: string;
}

/**
 * A number with at most two decimals, typed with a point or a comma. The browser's own number field drops a comma, so that
 * `12,50` becomes 1250. Text that cannot be parsed becomes NaN, which the form's validation reports.
 */
export const DecimalInput = ({ emptyValue = null, prefix, ...props }: DecimalInputProps) => {
  const [typed, setTyped] = useState('');
  const read = (text: string) => (text.trim() === '' ? emptyValue : numberFromText(text));
  return (
    <TextInput
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: prefix ? { startAdornment: <InputAdornment position="start">{prefix}</InputAdornment> } : {},
      }}
      // What is typed replaces the price that stands there, such as the last count of a drawer.
      onFocus={({ target }) => prefix && target.value !== typed && target.select()}
      {...props}
      // `12.` and `12` are the same number, so the text stays as typed while it matches the value.
      format={(value: number | null | undefined) =>
        Object.is(read(typed), value ?? null) ? typed : String(value ?? '')
      }
      parse={(text: string) => {
        setTyped(text);
        return read(text);
      }}
    />
  );
};

export const PriceInput = (props: Omit<Parameters<typeof DecimalInput>[0], 'prefix'>) => (
  <DecimalInput prefix="$" {...props} />
);
