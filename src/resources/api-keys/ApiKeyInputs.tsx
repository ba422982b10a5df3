import {
  Box,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { scopeGroups } from '#domain/api-keys/scopeText.ts';
import { includesAction, type Scope } from '#domain/shared/scopes.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';

/** What a chosen scope includes anyway is checked and cannot be taken away. */
export const ScopesInput = () => {
  const { field, fieldState } = useController<{ scopes: Scope[] }, 'scopes'>({ name: 'scopes' });
  const message = fieldState.error?.message;
  const toggle = (scope: Scope) => field.onChange(toggleValue(field.value, scope));
  return (
    <FormControl component="fieldset" error={message !== undefined} sx={{ mt: 1, mb: 2 }}>
      <FormLabel component="legend" sx={legend}>
        What the key may do
      </FormLabel>
      {message && <FormHelperText sx={{ mx: 0 }}>{message}</FormHelperText>}
      <FormControlLabel
        sx={{ my: 0.5 }}
        label="Read everything but users, settings and the activity log"
        control={
          <Checkbox
            checked={field.value.includes('all:read')}
            onChange={() => toggle('all:read')}
            slotProps={{ input: { ref: field.ref } }}
          />
        }
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, gap: '16px 24px' }}>
        {scopeGroups.map(({ label, scopes }) => (
          <ScopeGroup key={label} label={label} scopes={scopes} chosen={field.value} onToggle={toggle} />
        ))}
      </Box>
    </FormControl>
  );
};

interface ScopeGroupProps {
  label: string;
  scopes: Partial<Record<Scope, string>>;
  chosen: readonly Scope[];
  onToggle: (scope: Scope) => void;
}

const ScopeGroup = ({ label, scopes, chosen, onToggle }: ScopeGroupProps) => {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="h3">
        {label}
      </Typography>
      {(Object.entries(scopes) as [Scope, string][]).map(([scope, text]) => {
        const isIncluded = scope !== 'all:read' && includesAction(without(chosen, scope), scope, { isReading: false });
        return (
          <FormControlLabel
            key={scope}
            sx={{ display: 'flex', alignItems: 'flex-start', mr: 0 }}
            slotProps={{ typography: { variant: 'body2', sx: { pt: 0.75 } } }}
            label={text}
            disabled={isIncluded}
            control={
              <Checkbox
                size="small"
                sx={{ py: 0.5 }}
                checked={isIncluded || chosen.includes(scope)}
                onChange={() => onToggle(scope)}
              />
            }
          />
        );
      })}
    </Box>
  );
};

const without = (scopes: readonly Scope[], scope: Scope) => scopes.filter((one) => one !== scope);

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
                  onChange={() => field.onChange(toggleValue(field.value, id))}
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

const toggleValue = <T,>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

const legend = {
  mb: 0.5,
  fontWeight: 600,
  color: 'text.primary',
  '&.Mui-focused': { color: 'text.primary' },
} as const;
