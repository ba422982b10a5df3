import { Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel } from '@mui/material';
import { useController } from 'react-hook-form';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { legend, toggled } from './checkboxes.ts';

export const LocationsInput = ({ companyId }: { companyId: string }) => {
  const { locations } = useLocationScope();
  const { field, fieldState } = useController<{ locationIds: string[] }, 'locationIds'>({ name: 'locationIds' });
  const message = fieldState.error?.message;
  return (
    <FormControl component="fieldset" error={message !== undefined}>
      <FormLabel component="legend" sx={legend}>
        Where the key works
      </FormLabel>
      <FormGroup sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
        {locations
          .filter((location) => location.companyId === companyId)
          .map(({ id, name }, index) => (
            <FormControlLabel
              key={id}
              label={name}
              control={
                <Checkbox
                  checked={field.value.includes(id)}
                  onChange={() => field.onChange(toggled(field.value, id))}
                  {...(index === 0 && { slotProps: { input: { ref: field.ref } } })}
                />
              }
            />
          ))}
      </FormGroup>
      {message && <FormHelperText>{message}</FormHelperText>}
    </FormControl>
  );
};
