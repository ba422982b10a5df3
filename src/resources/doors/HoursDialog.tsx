import { zodResolver } from '@hookform/resolvers/zod';
import { Box } from '@mui/material';
import { CheckboxGroupInput, SelectInput, TextInput, useNotify } from 'react-admin';
import {
  accessHoursCreateBody,
  type AccessHoursCreateBody,
  type AccessHoursRecord,
} from '#domain/doors/accessHoursContract.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { useEditLock } from '#src/ui/forms/useEditLock.ts';
import { weekdayNames } from '#domain/doors/hoursText.ts';

interface HoursDialogProps {
  plans: readonly ListedMembership[];
  /** Undefined for new ones. */
  hours: AccessHoursRecord | undefined;
  onClose: () => void;
}

export const HoursDialog = ({ plans, hours, onClose }: HoursDialogProps) => {
  const { id: locationId } = useSelectedLocation();
  const notify = useNotify();
  const saveLocked = useEditLock(hours);
  const { mutateAsync: save } = useIdempotentMutation({
    name: 'access hours',
    mutationFn: ({ membershipId: planId, ...times }: AccessHoursCreateBody, key) =>
      hours
        ? saveLocked((lock) => doorActions.changeHours(locationId, hours.id, { ...times, ...lock }))
        : doorActions.addHours({ membershipId: planId, ...times }, key),
    onSuccess: ({ message = '' }) => notify(message, { type: 'success' }),
  });
  const { membershipId = '', weekdays = [], from = '', to = '' } = hours ?? {};
  return (
    <FormDialog
      title={hours ? `Hours of ${hours.membershipName}` : 'Add hours'}
      submitLabel={hours ? 'Save changes' : 'Add hours'}
      failed="Couldn’t save the hours"
      draftOf={`access-hours.${hours?.id ?? 'new'}`}
      resolver={resolver}
      defaultValues={{ membershipId, weekdays, from, to }}
      onSubmit={(values) => save(values as AccessHoursCreateBody)}
      onClose={onClose}
    >
      {!hours && (
        <SelectInput
          source="membershipId"
          label="Plan"
          choices={plans.map(({ id, name }) => ({ id, name }))}
          isRequired
        />
      )}
      <CheckboxGroupInput source="weekdays" label="Weekdays" choices={days} sx={inColumns} />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: 2 }}>
        <TextInput source="from" label="From" type="time" isRequired />
        <TextInput
          source="to"
          label="To"
          type="time"
          isRequired
          helperText="Earlier than ‘From’: until the next day."
        />
      </Box>
      <FormError />
    </FormDialog>
  );
};

const days = weekdayNames.map((name, index) => ({ id: index + 1, name }));
const resolver = zodResolver(accessHoursCreateBody);

const inColumns = {
  '& .MuiFormGroup-root': { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(116px, 1fr))' },
  '& .MuiFormControlLabel-root': { mr: 0 },
} as const;
