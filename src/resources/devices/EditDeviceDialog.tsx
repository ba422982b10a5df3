import { zodResolver } from '@hookform/resolvers/zod';
import { CheckboxGroupInput, NumberInput, TextInput, useNotify } from 'react-admin';
import { deviceUpdateBody, listHours, type Device, type DeviceUpdateBody } from '#domain/devices/contract.ts';
import { changedFields } from '#src/dataProvider/editConflict.ts';
import { deviceActions } from '#src/dataProvider/devices.ts';
import { useDoors } from '#src/resources/doors/useDoors.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';

export const EditDeviceDialog = ({ device, onClose }: { device: Device; onClose: () => void }) => {
  const notify = useNotify();
  const { data: doors = [] } = useDoors(device.locationId);
  const isDoor = device.kind === 'door';
  const save = async ({ name, doorIds, listHours: hours }: DeviceUpdateBody) => {
    const values = isDoor ? { name, doorIds, listHours: hours } : { name };
    const { message } = await deviceActions.update(device.id, changedFields<DeviceUpdateBody>(values, device));
    notify(message, { type: 'success' });
  };
  return (
    <FormDialog
      title="Edit device"
      submitLabel="Save changes"
      failed="Couldn’t save the device"
      draftOf={`device.${device.id}`}
      resolver={resolver}
      defaultValues={{ name: device.name, doorIds: device.doorIds, listHours: device.listHours }}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput source="name" label="Name" isRequired autoFocus />
      {isDoor && doors.length > 0 && (
        <CheckboxGroupInput
          source="doorIds"
          label="Doors that it opens"
          choices={doors.map(({ id, name }) => ({ id, name }))}
        />
      )}
      {isDoor && (
        <NumberInput
          source="listHours"
          label="Hours without a connection"
          isRequired
          min={listHours.min}
          max={listHours.max}
          step={1}
          helperText={`For how long it lets members in by its own list, ${listHours.min} to ${listHours.max}.`}
        />
      )}
      <FormError />
    </FormDialog>
  );
};

const resolver = zodResolver(deviceUpdateBody.pick({ name: true, doorIds: true, listHours: true }));
