import { Box, FormHelperText, ListItemText, MenuItem, TextField, Typography } from '@mui/material';
import { SelectInput } from 'react-admin';
import { useController, useWatch } from 'react-hook-form';
import { levelLabels, levels, may, type Level } from '#domain/shared/access.ts';
import type { Grant } from '#domain/users/users.ts';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { sortGrants } from '#src/dataProvider/users.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { companyAdminLabel, getViewer } from './user.tsx';

export const AccessInputs = ({ companyId, text }: { companyId: string; text?: string }) => {
  const { isCompanyAdmin } = getViewer(companyId);
  const role: unknown = useWatch({ name: 'role' });
  return (
    <FormSection title="Access" text={text}>
      {isCompanyAdmin && (
        <FullWidth>
          <SelectInput source="role" label="Role" choices={roleChoices} isRequired />
        </FullWidth>
      )}
      <FullWidth>
        {role === 'admin' ? (
          <Typography color="textSecondary">
            A company admin can do everything at every location of the company.
          </Typography>
        ) : (
          <GrantsInput companyId={companyId} />
        )}
      </FullWidth>
    </FormSection>
  );
};

const roleChoices = [
  { id: 'staff', name: 'Staff, with a level for each location' },
  { id: 'admin', name: companyAdminLabel },
];

/** A level for each location where the viewer is an admin. */
const GrantsInput = ({ companyId }: { companyId: string }) => {
  const { locations } = useLocationScope();
  const { field, fieldState } = useController<{ locations: Grant[] }, 'locations'>({
    name: 'locations',
    defaultValue: [],
  });
  const offered = locations.filter(
    (location) => location.companyId === companyId && may(location.level, 'users:write'),
  );
  const choose = (locationId: string, level: Level | undefined) => {
    const others = field.value.filter((grant) => grant.locationId !== locationId);
    field.onChange(level ? sortGrants([...others, { locationId, accessLevel: level }]) : others);
  };
  const { error } = fieldState;
  return (
    <Box
      role="group"
      aria-label="Level at each location"
      sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}
    >
      {offered.map(({ id, name }, index) => (
        <TextField
          key={id}
          select
          fullWidth
          label={name}
          value={field.value.find(({ locationId }) => locationId === id)?.accessLevel ?? ''}
          onChange={(event) =>
            choose(
              id,
              levels.find((level) => level === event.target.value),
            )
          }
          error={error !== undefined}
          helperText={explainLevel(field.value.find(({ locationId }) => locationId === id)?.accessLevel)}
          {...(index === 0 && { inputRef: field.ref })}
          slotProps={{
            inputLabel: { shrink: true },
            select: {
              displayEmpty: true,
              renderValue: (value) => (isLevel(value) ? levelLabels[value] : 'No access'),
              SelectDisplayProps: { 'aria-invalid': error !== undefined },
            },
          }}
        >
          <MenuItem value="">No access</MenuItem>
          {levels.map((level) => (
            <MenuItem key={level} value={level} aria-label={levelLabels[level]} aria-description={levelTexts[level]}>
              <ListItemText primary={levelLabels[level]} secondary={levelTexts[level]} sx={{ m: 0 }} />
            </MenuItem>
          ))}
        </TextField>
      ))}
      {error?.message && (
        <FormHelperText error sx={{ gridColumn: '1 / -1', mt: -1 }}>
          {error.message}
        </FormHelperText>
      )}
    </Box>
  );
};

const isLevel = (value: unknown): value is Level => levels.some((level) => level === value);

const explainLevel = (level: Level | undefined) => (level ? levelTexts[level] : ' ');

/** In one line. */
const levelTexts: Record<Level, string> = {
  admin: 'Everything at the location, with users and settings',
  manager: 'The desk, and plans, refunds, reports and cash drawers',
  operator: 'Check-in, contacts, memberships and invoices',
  point_of_sale: 'Check-in and the till',
};
