import { zodResolver } from '@hookform/resolvers/zod';
import { DialogContentText } from '@mui/material';
import { TextInput } from 'react-admin';
import { deviceBody } from '#domain/devices/contract.ts';
import { storeKioskToken } from '#src/custom/kiosk/kioskToken.ts';
import { signOut } from '#src/authProvider/index.ts';
import { deviceActions } from '#src/dataProvider/devices.ts';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { paths } from '#src/paths.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';

/** Makes this browser a kiosk. Whoever starts it is signed out, since members will use it alone. */
export const StartKioskDialog = ({ locationId, onClose }: { locationId: string; onClose: () => void }) => {
  const start = async ({ name }: { name?: string }) => {
    const { token } = await explainLoss(
      deviceActions.create({ locationId, name: name ?? '', kind: 'kiosk' }),
      `If ‘${name}’ is in the list, remove it and start the kiosk again.`,
    );
    storeKioskToken(token);
    signOut();
    // Instead of the sign-in page, to which the end of a session leads.
    window.location.replace(paths.kiosk);
  };
  return (
    <FormDialog
      title="Start a kiosk here"
      submitLabel="Start kiosk"
      failed="Couldn’t start the kiosk"
      draftOf={`kiosk.${locationId}`}
      resolver={resolver}
      defaultValues={{ name: '' }}
      onSubmit={start}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 1 }}>
        This browser shows the kiosk until the device is removed. You are signed out here first.
      </DialogContentText>
      <TextInput
        source="name"
        label="Name"
        isRequired
        helperText="Where it is, such as ‘Tablet at the entrance’"
        autoFocus
      />
      <FormError />
    </FormDialog>
  );
};

const resolver = zodResolver(deviceBody.pick({ name: true }));
