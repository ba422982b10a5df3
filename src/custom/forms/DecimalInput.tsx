import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { fromCents } from '#domain/rules/money.ts';
import { centsFromText } from './moneyText.ts';

interface DecimalInputProps extends TextInputProps {
  /** What an empty field stands for. */
  emptyValue?: number | null;
  prefix?: string;
}

/**
 * A number with at most two decimals, typed with a point or a comma. The browser's own number field drops a comma, so that
 * `12,50` becomes 1250. What cannot be read is no number, and the form's validation says so.
 */
export const DecimalInput = ({ emptyValue = null, prefix, ...props }: DecimalInputProps) => {
  const [typed, setTyped] = useState('');
  const read = (text: string) => (text.trim() === '' ? emptyValue : numberFrom(text));
  return (
    <TextInput
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: prefix ? { startAdornment: <InputAdornment position="start">{prefix}</InputAdornment> } : {},
      }}
      {...props}
      // `12.` and `12` are one number: the text stays as it was typed while the value is what it says.
      format={(value: number | null | undefined) => (Object.is(read(typed), value ?? null) ? typed : String(value ?? ''))}
      parse={(text: string) => {
        setTyped(text);
        return read(text);
      }}
    />
  );
};

/** A negative number, or one with more decimals, is read as it is: the contract has its own words for those. */
const numberFrom = (text: string): number => {
  const hundredths = centsFromText(text);
  if (hundredths !== undefined) return fromCents(hundredths);
  return /^-?\d*\.?\d+$/.test(text.trim()) ? Number(text) : NaN;
};

/** An amount in dollars and cents. */
export const PriceInput = (props: Omit<Parameters<typeof DecimalInput>[0], 'prefix'>) => <DecimalInput prefix="$" {...props} />;
