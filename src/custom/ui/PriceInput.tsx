import InputAdornment from '@mui/material/InputAdornment';
import { NumberInput, type NumberInputProps } from 'react-admin';
import { priceMax, priceStep } from '#domain/rules/limits.ts';

/** An amount in dollars and cents. */
export const PriceInput = (props: NumberInputProps) => (
  <NumberInput
    min={0}
    max={priceMax}
    step={priceStep}
    slotProps={{ input: { startAdornment: <InputAdornment position="start">$</InputAdornment> } }}
    {...props}
  />
);
