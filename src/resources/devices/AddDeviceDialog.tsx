import { zodResolver } from '@hookform/resolvers/zod';
import { SelectInput, TextInput } from 'react-admin';
import {
  deviceBody,
  deviceKindLabels,
  deviceKinds,
  type DeviceBody,
  type DeviceCreated,
} from '#domain/devices/contract.ts';
import { deviceActions } from '#src/dataProvider/devices.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';

interface AddDeviceDialogProps {
  locationId: string;
  onAdded: (added: DeviceCreated) => void;
  onClose: () => void;
}

export const AddDeviceDialog = ({ locationId, onAdded, onClose }: AddDeviceDialogProps) => (
  <FormDialog
    title="Add device"
    submitLabel="Add device"
    failed="Couldn’t add the device"
    draftOf={`device.${locationId}`}
    resolver={resolver}
    defaultValues={{ name: '', kind: 'kiosk' }}
    onSubmit={async (values) =>
      onAdded(await deviceActions.create({ ...(values as Omit<DeviceBody, 'locationId'>), locationId }))
    }
    onClose={onClose}
  >
    <TextInput
      source="name"
      label="Name"
      isRequired
      helperText="Where it is, such as ‘Tablet at the entrance’"
      autoFocus
    />
    <SelectInput source="kind" label="Kind" choices={kinds} isRequired helperText={false} />
    <FormError />
  </FormDialog>
);

const kinds = deviceKinds.map((id) => ({ id, name: deviceKindLabels[id] }));
const resolver = zodResolver(deviceBody.pick({ name: true, kind: true }));
