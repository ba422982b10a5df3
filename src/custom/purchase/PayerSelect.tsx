import { MenuItem, TextField } from '@mui/material';
import type { usePayer } from './usePayer.ts';

type PayerSelectProps = Pick<ReturnType<typeof usePayer>, 'ways' | 'paying' | 'pick'> & { readonly disabled: boolean };

export const PayerSelect = ({ ways, paying, pick, disabled }: PayerSelectProps) =>
  ways.length > 1 && (
    <TextField
      select
      label="Paid by"
      value={paying.key}
      disabled={disabled}
      onChange={({ target }) => pick(target.value)}
    >
      {ways.map(({ key, label }) => (
        <MenuItem key={key} value={key} sx={{ whiteSpace: 'normal' }}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
