import { zodResolver } from '@hookform/resolvers/zod';
import { SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import {
  deviceBody,
  deviceKindLabels,
  deviceKinds,
  type DeviceBody,
  type DeviceCreated,
} from '#domain/devices/contract.ts';
import { deviceActions } from '#src/dataProvider/devices.ts';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { SecretOnItsWay } from '#src/ui/forms/shownOnce.tsx';
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
    onSubmit={async (values) => {
      const body = { ...(values as Omit<DeviceBody, 'locationId'>), locationId };
      const advice = `If ‘${body.name}’ is in the list, pair it there, or remove it and add it again.`;
      onAdded(await explainLoss(deviceActions.create(body), advice));
    }}
    onClose={onClose}
  >
    <TextInput
      source="name"
      label="Name"
      isRequired
      helperText="Where it is, such as ‘Tablet at the entrance’"
      autoFocus
    />
    <SelectInput source="kind" label="Kind" choices={kinds} isRequired />
    <FormError />
    <TokenOnItsWay />
  </FormDialog>
);

/** A kiosk is paired by its code, which can be made again. */
const TokenOnItsWay = () => <SecretOnItsWay what="token" isSecret={useWatch({ name: 'kind' }) === 'door'} />;

const kinds = deviceKinds.map((id) => ({ id, name: deviceKindLabels[id] }));
const resolver = zodResolver(deviceBody.pick({ name: true, kind: true }));
